/** A tick as the log has it, and as this process speaks of it. */
import { amount, price } from '@tessera/shared/money';
import type { RecordedTick } from './TickBus';

export interface TickRow {
  readonly symbolId: string;
  readonly seq: number;
  readonly atMs: number;
  readonly price: string;
  readonly bid: string;
  readonly ask: string;
  readonly volume: string | null;
  readonly hash: Uint8Array;
  readonly isLive: boolean;
}

export const toRecordedTick = (row: TickRow): RecordedTick => ({
  symbol: row.symbolId,
  seq: row.seq,
  atMs: row.atMs,
  price: price(row.price),
  bid: price(row.bid),
  ask: price(row.ask),
  volume: row.volume === null ? undefined : amount(row.volume),
  hash: Uint8Array.from(row.hash),
  isFilled: !row.isLive,
});
