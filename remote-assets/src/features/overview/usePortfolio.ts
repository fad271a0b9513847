import { useMemo } from 'react';
import type { ContractSummary } from '@tessera/shared/contract';
import type { Wallet } from '@tessera/shared/wallet';
import { livePortfolio, pricedCoins, symbolOfCoin, type LivePortfolio } from './livePortfolio';
import { liveSummary, symbolsToWatch, type LiveFigures } from './liveSummary';
import { useCatalogue, useFreshQuotes, type Catalogue, type FreshQuotes } from './useFreshQuotes';
import { useOpenPositions } from './useOpenPositions';

export interface Portfolio extends LivePortfolio {
  readonly contract: Omit<ContractSummary, keyof LiveFigures> & LiveFigures;
  readonly quotes: FreshQuotes;
  readonly catalogue: Catalogue | undefined;
}

const noSymbols = (): undefined => undefined;

/** Both accounts by the quotes of this moment. `more`: a symbol that is needed besides. */
export function usePortfolio(wallet: Wallet, more: string | undefined): Portfolio {
  const positions = useOpenPositions();
  const catalogue = useCatalogue();
  const coins = pricedCoins(wallet).join(',');
  const symbols = useMemo(() => {
    const ofCoins = coins === '' ? [] : coins.split(',').map(symbolOfCoin);
    const needed = [
      ...ofCoins,
      ...symbolsToWatch(positions ?? [], catalogue?.infoOf ?? noSymbols),
      ...(more === undefined ? [] : [more]),
    ];
    return [...new Set(needed)].sort();
  }, [coins, positions, catalogue, more]);
  const quotes = useFreshQuotes(symbols, catalogue);
  // What the server said last while the positions are not known here.
  const live: LiveFigures =
    positions === undefined || catalogue === undefined
      ? wallet.contract
      : liveSummary(wallet.contract, positions, {
          infoOf: catalogue.infoOf,
          scale: catalogue.assets.find(({ asset }) => asset === wallet.contract.asset)?.scale ?? 0,
          nowMs: quotes.nowMs,
          quoteOf: quotes.quoteOf,
        });
  const contract = { ...wallet.contract, ...live };
  const portfolio = livePortfolio(wallet, contract, {
    priceOf: (asset) => quotes.quoteOf(symbolOfCoin(asset))?.price,
    // Before the catalogue is here nobody can say whether a quote is old.
    hasHeardOf: (asset) => catalogue !== undefined && quotes.hasHeardOf(symbolOfCoin(asset)),
  });
  return { ...portfolio, contract, quotes, catalogue };
}
