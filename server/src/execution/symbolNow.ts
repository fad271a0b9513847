/** What acceptance has to know about a symbol, read in one statement beside the catalogue in memory. */
import { AppError, invariant } from '@tessera/shared/errors';
import { sql } from 'kysely';
import type { Catalog, SymbolTerms } from '../catalog/Catalog';
import type { ClassFilter } from '../catalog/classFilter';
import type { MarketStatus } from '../catalog/marketCalendar';
import { isFresh } from '../feed/isFresh';
import type { Db, Tx } from '../store/database';

export interface LatestTick {
  readonly seq: number;
  readonly atMs: number;
  readonly price: string;
  readonly isLive: boolean;
  /** 64 hexadecimal digits. */
  readonly hash: string;
}

export interface SymbolNow {
  readonly symbol: SymbolTerms | undefined;
  readonly market: MarketStatus | undefined;
  /** The head of the symbol's log. */
  readonly latest: LatestTick | undefined;
  /** A published incident meets the time that was asked about. */
  readonly isInIncident: boolean;
  /** Operators stopped trading of it for everybody. */
  readonly isHalted: boolean;
}

export interface SymbolQuestion {
  readonly symbol: string;
  readonly nowMs: number;
  /** Until when an order would run; nowMs unless it says otherwise. */
  readonly untilMs?: number;
}

/** In the order of the questions. */
export async function readSymbolsNow(db: Db | Tx, catalog: Catalog, questions: readonly SymbolQuestion[]): Promise<SymbolNow[]> {
  const { rows } = await sql<LatestTick & { place: number; isInIncident: boolean; isHalted: boolean }>`
    select asked.place, head.seq, head.at_ms, head.price, head.is_live, encode(head.hash, 'hex') as hash,
      exists (select from incident where symbol = head.symbol_id and from_ms <= asked.to_ms and to_ms >= asked.from_ms) as is_in_incident,
      exists (select from halt where symbol = head.symbol_id and until_ms is null) as is_halted
    from unnest(
      ${questions.map(({ symbol }) => symbol)}::text[], ${questions.map(({ nowMs }) => nowMs)}::bigint[],
      ${questions.map(({ nowMs, untilMs }) => untilMs ?? nowMs)}::bigint[]
    ) with ordinality asked (symbol_id, from_ms, to_ms, place) join tick_head head using (symbol_id)`.execute(db);
  const heads = new Map(rows.map((row) => [row.place - 1, row]));
  return questions.map(({ symbol, nowMs }, index) => ({
    symbol: catalog.symbol(symbol),
    market: catalog.marketStatus(symbol, nowMs),
    latest: heads.get(index),
    isInIncident: heads.get(index)?.isInIncident ?? false,
    isHalted: heads.get(index)?.isHalted ?? false,
  }));
}

export async function readSymbolNow(db: Db | Tx, catalog: Catalog, question: SymbolQuestion): Promise<SymbolNow> {
  const [now] = await readSymbolsNow(db, catalog, [question]);
  invariant(now !== undefined, 'one question, one answer');
  return now;
}

/** The symbol is known in this family of markets, offered in this product, and its market is open. Throws AppError. */
export function requireOpenMarket(
  { symbol, market, isHalted }: SymbolNow,
  isOfClass: ClassFilter,
  isOffered: (symbol: SymbolTerms) => boolean,
): SymbolTerms {
  if (symbol === undefined || market === undefined || !isOfClass(symbol.assetClass)) throw new AppError('ORDER_SYMBOL_NOT_FOUND');
  if (!isOffered(symbol)) throw new AppError('ORDER_SYMBOL_NOT_TRADABLE');
  if (isHalted) throw new AppError('ORDER_MARKET_HALTED');
  if (market.state === 'closed') throw new AppError('ORDER_MARKET_CLOSED');
  if (market.state === 'closing') throw new AppError('ORDER_MARKET_CLOSING');
  return symbol;
}

/** It has a price by which an order can be judged now. Throws AppError. */
export function requireFreshPrice(
  { latest, isInIncident }: Pick<SymbolNow, 'latest' | 'isInIncident'>,
  symbol: SymbolTerms,
  nowMs: number,
): LatestTick {
  if (isInIncident) throw new AppError('ORDER_SYMBOL_NOT_TRADABLE');
  if (!isFresh(latest, symbol, nowMs)) throw new AppError('ORDER_PRICE_STALE', { isRetryable: true });
  return latest;
}
