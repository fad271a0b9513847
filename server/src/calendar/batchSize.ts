/**
 * Number of orders per transaction, chosen so that it holds their rows and accounts for about 150 ms at the present load. A person's
 * own call waits for one such transaction at most.
 */
export interface BatchSize {
  readonly current: number;
  /** Call it after a full batch, with the milliseconds that the batch took. */
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
      // At most twice as many as the last time: the next orders may have more missing days.
      const factor = Math.min(2, wantedMs / Math.max(ms, 1));
      current = Math.min(most, Math.max(1, Math.floor(current * factor)));
    },
    failed(orders) {
      current = Math.max(1, Math.floor(Math.min(current, orders) / 2));
    },
  };
}
