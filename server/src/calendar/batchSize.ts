/**
 * How many orders one transaction takes: so many that it holds their rows and accounts for about 150 ms, whatever the machine is
 * busy with. A person's own call waits for one such transaction at most.
 */
export interface BatchSize {
  readonly current: number;
  /** Call it after a full batch: `ms` that it took. */
  took(ms: number): void;
  /** So many together could not be booked: fewer are tried. */
  failed(orders: number): void;
}

const wantedMs = 150;
const firstSize = 20;

export function createBatchSize(most: number): BatchSize {
  let current = Math.min(firstSize, most);
  return {
    get current() {
      return current;
    },
    took(ms) {
      // At most twice as many as the last time: the next orders may have more days to make up for.
      const factor = Math.min(2, wantedMs / Math.max(ms, 1));
      current = Math.min(most, Math.max(1, Math.floor(current * factor)));
    },
    failed(orders) {
      current = Math.max(1, Math.floor(Math.min(current, orders) / 2));
    },
  };
}
