/**
 * The person's open positions, pending limits and running seconds orders of one market: read at mount, kept by private
 * events, read again behind each of them. A visitor, and a product that is not open here, asks nothing.
 */
import { useEffect, useMemo, useState } from 'react';
import type { LeverageOrder, SecondsOrder, SymbolInfo } from '@tessera/shared/contract';
import type { AppError } from '@tessera/shared/errors';
import { useEndpoint, usePrivateEvents, useRefresh, useSessionState } from '@tessera/shared/react';
import { foldLeverage, foldSeconds } from './ownOrderFold';
import type { OwnOrders } from './orderMarkers';

interface Told {
  readonly generation: number;
  readonly leverage: readonly LeverageOrder[];
  readonly seconds: readonly SecondsOrder[];
}
const nothing = (generation: number): Told => ({ generation, leverage: [], seconds: [] });
const pageSize = 100;

export interface LiveOwnOrders extends OwnOrders {
  /** They could not be read: nothing is drawn that might be missing half. */
  readonly error: AppError | undefined;
  retry(): void;
}

export function useOwnOrders({ symbol, assetClass, products }: SymbolInfo, isWanted: boolean): LiveOwnOrders {
  const refresh = useRefresh();
  const { isSignedIn, generation, mode } = useSessionState();
  const isCrypto = assetClass === 'crypto';
  const leverageList = isCrypto ? 'leverageOrders' : 'leverageWhOrders';
  const secondsList = isCrypto ? 'secondsOrders' : 'secondsWhOrders';
  const asksLeverage = { isEnabled: isSignedIn && isWanted && products.leverage, freshMs: 0 };
  const open = useEndpoint(leverageList, { status: 'open', symbol, pageSize }, asksLeverage);
  const waiting = useEndpoint(leverageList, { status: 'pending', symbol, pageSize }, asksLeverage);
  const running = useEndpoint(
    secondsList,
    { status: 'open', symbol, pageSize },
    { isEnabled: isSignedIn && isWanted && products.seconds, freshMs: 0 },
  );

  const [told, setTold] = useState(() => nothing(generation));
  const present = told.generation === generation ? told : nothing(generation);
  // An answer that was asked for behind an event knows all that the event told.
  useEffect(() => setTold((before) => ({ ...before, leverage: [] })), [open.data, waiting.data]);
  useEffect(() => setTold((before) => ({ ...before, seconds: [] })), [running.data]);

  usePrivateEvents((event) => {
    if (event.type === 'resync') return refresh(leverageList, secondsList);
    if (event.type === 'leverage.updated' && event.mode === mode && event.order.symbol === symbol) {
      setTold((before) => ({
        ...(before.generation === generation ? before : nothing(generation)),
        leverage: [...(before.generation === generation ? before.leverage : []), event.order],
      }));
      refresh(leverageList);
    }
    if (event.type === 'order.updated' && event.mode === mode && event.order.symbol === symbol) {
      setTold((before) => ({
        ...(before.generation === generation ? before : nothing(generation)),
        seconds: [...(before.generation === generation ? before.seconds : []), event.order],
      }));
      refresh(secondsList);
    }
  });

  const { leverage, seconds } = present;
  const orders = useMemo<OwnOrders>(() => {
    const mine = <Order extends { readonly symbol: string }>(list: readonly Order[]) =>
      list.filter((order) => order.symbol === symbol);
    return {
      ...foldLeverage(mine([...(open.data?.items ?? []), ...(waiting.data?.items ?? [])]), mine(leverage)),
      seconds: foldSeconds(mine(running.data?.items ?? []), mine(seconds)),
    };
  }, [symbol, open.data, waiting.data, running.data, leverage, seconds]);

  const failed = [open, waiting, running].map(({ loadable }) => loadable).find((loadable) => loadable.state === 'failed');
  return {
    ...(isSignedIn && isWanted ? orders : { positions: [], pending: [], seconds: [] }),
    error: failed?.state === 'failed' ? failed.error : undefined,
    retry: () => refresh(leverageList, secondsList),
  };
}
