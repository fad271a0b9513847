/** The markets whose ticks price an exchange. */
import { price, type Price } from '@tessera/shared/money';
import type { Catalog, SymbolTerms } from '../../catalog/Catalog';
import { isCrypto } from '../../catalog/classFilter';
import { readSymbolsNow, requireFreshPrice, requireOpenMarket, type LatestTick, type SymbolNow } from '../../execution/symbolNow';
import { fundingAsset } from '../../funds/fundingAsset';
import type { Db, Tx } from '../../store/database';

/** undefined of the asset in which prices are. */
export const marketOf = (asset: string): string | undefined => (asset === fundingAsset ? undefined : `${asset}-${fundingAsset}`);

/** The newest tick of an asset's market. */
interface PricedBy {
  readonly symbol: SymbolTerms;
  readonly tick: LatestTick;
}

interface QuoteTime {
  /** When it was asked for. */
  readonly nowMs: number;
  /** When it is taken: the prices are those of then, and no incident meets the time until then. */
  readonly untilMs?: number;
}

/**
 * In the order of the assets; undefined of the one in which prices are. Throws ORDER_SYMBOL_NOT_FOUND, ORDER_MARKET_HALTED,
 * ORDER_MARKET_CLOSED, ORDER_MARKET_CLOSING, ORDER_SYMBOL_NOT_TRADABLE within an incident, ORDER_PRICE_STALE.
 */
export async function newestPrices(
  db: Db | Tx,
  catalog: Catalog,
  assets: readonly string[],
  time: QuoteTime,
): Promise<(PricedBy | undefined)[]> {
  const markets = await marketsNow(db, catalog, assets, time);
  return markets.map((now) => {
    if (now === undefined) return undefined;
    const symbol = requireOpenMarket(now, isCrypto, () => true);
    return { symbol, tick: requireFreshPrice(now, symbol, time.untilMs ?? time.nowMs) };
  });
}

/** Of each asset in their order; undefined of the one in which prices are. */
export const pricesOf = (priced: readonly (PricedBy | undefined)[]): (Price | undefined)[] =>
  priced.map((one) => (one === undefined ? undefined : price(one.tick.price)));

async function marketsNow(
  db: Db | Tx,
  catalog: Catalog,
  assets: readonly string[],
  time: QuoteTime,
): Promise<(SymbolNow | undefined)[]> {
  const symbols = assets.map(marketOf);
  const asked = symbols.flatMap((symbol) => (symbol === undefined ? [] : [{ symbol, ...time }]));
  const found = await readSymbolsNow(db, catalog, asked);
  return symbols.map((symbol) => found[asked.findIndex((one) => one.symbol === symbol)]);
}
