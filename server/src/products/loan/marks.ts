/** Mark prices: the two prices by which a loan is judged, the newest tick of each coin's market and the mean of the minute up to it. */
import { AppError, invariant } from '@tessera/shared/errors';
import { price } from '@tessera/shared/money';
import { loanMeanMs, meanOf, type CoinPrices } from '@tessera/shared/trading';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import { isCrypto } from '../../catalog/classFilter';
import { readSymbolsNow, requireFreshPrice, requireOpenMarket, type SymbolNow } from '../../execution/symbolNow';
import { fundingAsset } from '../../funds/fundingAsset';
import type { Db, Tx } from '../../store/database';

export interface Mark extends CoinPrices {
  readonly symbol: string;
  readonly seq: number;
  readonly atMs: number;
  /** The first tick of the minute. */
  readonly fromSeq: number;
}
/** By market. A market without a valid price is not in it. */
export type Marks = ReadonlyMap<string, Mark>;

/** undefined for the asset in which prices are quoted. */
export const marketOf = (asset: string): string | undefined => (asset === fundingAsset ? undefined : `${asset}-${fundingAsset}`);
const marketsOf = (assets: readonly string[]): string[] => [...new Set(assets.flatMap((asset) => marketOf(asset) ?? []))].sort();

/** The present marks; none for markets that are stale, halted, closed or within an incident. */
export async function readMarks(db: Db | Tx, catalog: Catalog, assets: readonly string[], nowMs: number): Promise<Marks> {
  const markets = marketsOf(assets);
  const now = await readSymbolsNow(
    db,
    catalog,
    markets.map((symbol) => ({ symbol, nowMs })),
  );
  const counting = now.filter((one) => {
    try {
      requireCounting(one, nowMs);
      return true;
    } catch {
      return false;
    }
  });
  return minutesOf(db, counting);
}

interface Lending {
  readonly nowMs: number;
  readonly meanSeconds: number;
}

/**
 * Marks for lending. In a thin minute both prices may be the same wrong tick, so nothing is lent then. Throws
 * ORDER_SYMBOL_NOT_FOUND, ORDER_MARKET_HALTED, ORDER_MARKET_CLOSED, ORDER_MARKET_CLOSING, ORDER_SYMBOL_NOT_TRADABLE within an incident,
 * and ORDER_PRICE_STALE, also for a thin minute.
 */
export async function requireMarks(
  db: Db | Tx,
  catalog: Catalog,
  assets: readonly string[],
  { nowMs, meanSeconds }: Lending,
): Promise<Marks> {
  const markets = marketsOf(assets);
  const now = await readSymbolsNow(
    db,
    catalog,
    markets.map((symbol) => ({ symbol, nowMs })),
  );
  for (const one of now) requireCounting(one, nowMs);
  const marks = await minutesOf(db, now);
  if (markets.some((symbol) => (marks.get(symbol)?.seconds ?? 0) < meanSeconds))
    throw new AppError('ORDER_PRICE_STALE', { isRetryable: true });
  return marks;
}

function requireCounting(now: SymbolNow, nowMs: number): void {
  const symbol = requireOpenMarket(now, isCrypto, () => true);
  requireFreshPrice(now, symbol, nowMs);
}

async function minutesOf(db: Db | Tx, markets: readonly SymbolNow[]): Promise<ReadonlyMap<string, Mark & { seconds: number }>> {
  if (markets.length === 0) return new Map();
  const heads = markets.map(({ symbol, latest }) => {
    invariant(symbol !== undefined && latest !== undefined, 'a market that counts has a price');
    return { symbol: symbol.id, ...latest };
  });
  const { rows } = await sql<{ place: number; fromSeq: number; count: number; sum: string; seconds: number }>`
    select h.place, min(t.seq) as from_seq, count(*) as count, sum(t.price)::text as sum, count(distinct t.at_ms / 1000) as seconds
    from unnest(${heads.map(({ symbol }) => symbol)}::text[], ${heads.map(({ seq }) => seq)}::bigint[], ${heads.map(({ atMs }) => atMs)}::bigint[])
      with ordinality h (symbol_id, seq, at_ms, place)
    join tick t on t.symbol_id = h.symbol_id and t.seq <= h.seq and t.at_ms > h.at_ms - ${loanMeanMs}::bigint and t.is_live
      and not exists (select from incident i where i.symbol = t.symbol_id and i.from_ms <= t.at_ms and i.to_ms >= t.at_ms)
    group by h.place`.execute(db);
  return new Map(
    rows.flatMap(({ place, fromSeq, count, sum, seconds }) => {
      const head = heads[place - 1];
      if (head === undefined) return [];
      const mark = {
        symbol: head.symbol,
        seq: head.seq,
        atMs: head.atMs,
        fromSeq,
        newest: price(head.price),
        mean: meanOf(price(sum), count),
        seconds,
      };
      return [[head.symbol, mark] as const];
    }),
  );
}
