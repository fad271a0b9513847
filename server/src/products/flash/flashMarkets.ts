/** The markets whose ticks price an exchange. */
import { AppError } from '@tessera/shared/errors';
import type { Catalog, SymbolTerms } from '../../catalog/Catalog';
import { isCrypto } from '../../catalog/classFilter';
import { readSymbolsNow, requireFreshPrice, requireOpenMarket, type LatestTick, type SymbolNow } from '../../execution/symbolNow';
import { fundingAsset } from '../../funds/fundingAsset';
import type { Db, Tx } from '../../store/database';

/** undefined of the asset in which prices are. */
export const marketOf = (asset: string): string | undefined => (asset === fundingAsset ? undefined : `${asset}-${fundingAsset}`);

/** The newest tick of an asset's market. */
export interface PricedBy {
  readonly symbol: SymbolTerms;
  readonly tick: LatestTick;
}

/**
 * In the order of the assets; undefined of the one in which prices are. Throws ORDER_SYMBOL_NOT_FOUND, ORDER_MARKET_HALTED,
 * ORDER_MARKET_CLOSED, ORDER_MARKET_CLOSING, ORDER_SYMBOL_NOT_TRADABLE within an incident, ORDER_PRICE_STALE.
 */
export async function newestPrices(
  db: Db | Tx,
  catalog: Catalog,
  assets: readonly string[],
  nowMs: number,
): Promise<(PricedBy | undefined)[]> {
  const markets = await marketsNow(db, catalog, assets, { nowMs });
  return markets.map((now) => {
    if (now === undefined) return undefined;
    const symbol = requireOpenMarket(now, isCrypto, () => true);
    return { symbol, tick: requireFreshPrice(now, symbol, nowMs) };
  });
}

/** The markets of a quote are open, and no incident meets its time. Throws as newestPrices, but takes any age of a price. */
export async function requireOpenMarkets(
  tx: Tx,
  catalog: Catalog,
  assets: readonly string[],
  time: { readonly nowMs: number; readonly untilMs: number },
): Promise<void> {
  for (const now of await marketsNow(tx, catalog, assets, time)) {
    if (now === undefined) continue;
    requireOpenMarket(now, isCrypto, () => true);
    if (now.isInIncident) throw new AppError('ORDER_SYMBOL_NOT_TRADABLE');
  }
}

async function marketsNow(
  db: Db | Tx,
  catalog: Catalog,
  assets: readonly string[],
  time: { readonly nowMs: number; readonly untilMs?: number },
): Promise<(SymbolNow | undefined)[]> {
  const symbols = assets.map(marketOf);
  const asked = symbols.flatMap((symbol) => (symbol === undefined ? [] : [{ symbol, ...time }]));
  const found = await readSymbolsNow(db, catalog, asked);
  return symbols.map((symbol) => found[asked.findIndex((one) => one.symbol === symbol)]);
}
