/** An exchange as it is stored, and as the wire shows it. */
import type { FlashOrder, FlashQuote } from '@tessera/shared/contract';
import { invariant } from '@tessera/shared/errors';
import { amount, price, rate, toText } from '@tessera/shared/money';
import type { Selectable } from 'kysely';
import type { FlashExchangeTable } from './tables';

export type FlashRow = Selectable<FlashExchangeTable>;

/** The tick that prices one of the assets, with its hash. */
export interface FlashTick {
  readonly symbol: string;
  readonly seq: number;
  readonly atMs: number;
  readonly price: string;
  readonly hash: string;
}

/** null of the asset in which prices are. */
export const fromTickOf = ({ fromSymbol, fromSeq, fromAtMs, fromPrice, fromHash }: FlashRow): FlashTick | null =>
  tickOf(fromSymbol, fromSeq, fromAtMs, fromPrice, fromHash);
export const toTickOf = ({ toSymbol, toSeq, toAtMs, toPrice, toHash }: FlashRow): FlashTick | null =>
  tickOf(toSymbol, toSeq, toAtMs, toPrice, toHash);
export const ticksOf = (row: FlashRow): readonly FlashTick[] => [fromTickOf(row), toTickOf(row)].flatMap((tick) => tick ?? []);

function tickOf(
  symbol: string | null,
  seq: number | null,
  atMs: number | null,
  priceText: string | null,
  hash: string | null,
): FlashTick | null {
  if (symbol === null || seq === null || atMs === null || priceText === null || hash === null) return null;
  return { symbol, seq, atMs, price: toText(price(priceText)), hash };
}

const shownTick = (tick: FlashTick | null): FlashQuote['fromTick'] =>
  tick === null ? null : { symbol: tick.symbol, seq: tick.seq, atMs: tick.atMs, price: tick.price };

export const presentQuote = (row: FlashRow): FlashQuote => ({
  quoteId: row.quoteId,
  from: row.fromAsset,
  to: row.toAsset,
  given: toText(amount(row.given)),
  received: toText(amount(row.received)),
  rate: toText(rate(row.rate)),
  fee: toText(amount(row.fee)),
  feeRate: toText(rate(row.feeRate)),
  fromSpread: toText(rate(row.fromSpread)),
  toSpread: toText(rate(row.toSpread)),
  fromTick: shownTick(fromTickOf(row)),
  toTick: shownTick(toTickOf(row)),
  quotedAtMs: row.quotedAtMs,
  expiresAtMs: row.expiresAtMs,
  ruleVersion: row.ruleVersion,
  catalogVersion: row.catalogVersion,
});

/** Of one that was done. */
export function presentFlash(row: FlashRow): FlashOrder {
  invariant(row.doneAtMs !== null, `exchange ${row.id} is done`);
  return { ...presentQuote(row), id: String(row.id), atMs: row.doneAtMs };
}
