/**
 * Recorded ticks inside this process. A listener hears a tick only after it is durable, so that whatever it causes can
 * point at a row that exists. On a node that does not lead, TickFollower feeds the bus from the log instead.
 */
import type { Amount, Price } from '@tessera/shared/money';

export interface RecordedTick {
  readonly symbol: string;
  readonly seq: number;
  readonly atMs: number;
  readonly price: Price;
  readonly bid: Price;
  readonly ask: Price;
  readonly volume: Amount | undefined;
  /** 32 bytes of the chain; the order book of the tick is drawn from them. */
  readonly hash: Uint8Array;
  /** True on a tick that was filled in afterwards; only a following node hears of those. */
  readonly isFilled?: boolean | undefined;
}

/** Each symbol's ticks in order; a following node that was away for long leaves some out. */
export type TickListener = (ticks: readonly RecordedTick[]) => void;

export interface TickBus {
  /** Answers how to stop listening. */
  onTicks(listener: TickListener): () => void;
  publish(ticks: readonly RecordedTick[]): void;
}

export function createTickBus(onListenerError: (error: unknown) => void): TickBus {
  const listeners = new Set<TickListener>();
  return {
    onTicks(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    publish(ticks) {
      for (const listener of listeners) {
        try {
          listener(ticks);
        } catch (error) {
          // One listener's fault must not take the prices from the others.
          onListenerError(error);
        }
      }
    },
  };
}
