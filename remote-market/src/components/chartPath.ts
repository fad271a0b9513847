import type { AssetClass } from '@tessera/shared/contract';
import type { Navigation } from '@tessera/shared/federation';

/** Crypto has its own page in the specification; forex and metals share the other. */
export const chartPath = (assetClass: AssetClass): string =>
  assetClass === 'crypto' ? '/pages/kline/index' : '/pages/whdetail/index';

export const openChart = (
  navigation: Navigation,
  { symbol, assetClass }: { readonly symbol: string; readonly assetClass: AssetClass },
): void => navigation.navigate(chartPath(assetClass), { symbol });
