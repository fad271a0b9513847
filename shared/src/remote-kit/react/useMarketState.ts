import { useCallback } from 'react';
import type { MarketState, ShownMarketState, SymbolInfo } from '../../domain/contract';
import { useHalted } from './useLive';

type Market = Pick<SymbolInfo, 'symbol' | 'market'>;

/** How markets are shown: halted as soon as the socket says so, else by their hours. `state`: a newer one than the catalogue's. */
export function useMarketStates(): (info: Market, state?: MarketState) => ShownMarketState {
  const halted = useHalted();
  return useCallback(
    ({ symbol, market }, state = market.state) =>
      (halted === undefined ? market.isHalted === true : halted.includes(symbol)) ? 'halted' : state,
    [halted],
  );
}

export const useMarketState = (info: Market, state?: MarketState): ShownMarketState => useMarketStates()(info, state);
