/** Own orders as markers, their floating profit as a stream: a tick writes a label and renders nothing. */
import { useMemo } from 'react';
import type { MarkerDetail } from '@tessera/shared/charts';
import type { LeverageOrder, SymbolInfo } from '@tessera/shared/contract';
import { useFormat, type Format } from '@tessera/shared/i18n';
import { distinctUntilChanged, map, merge, useTranslation, type Observable } from '@tessera/shared/kernel';
import { isNegative, isZero, price, toText } from '@tessera/shared/money';
import { everySecond$, isQuoteOld, useClock, useEndpoint, useQuoteStream } from '@tessera/shared/react';
import { floatingProfitOf, noDivisor, openPositionOf } from '@tessera/shared/trading';
import { orderMarkers, type LineTexts, type OrderMarkers, type OwnOrders } from './orderMarkers';

/** All accounts of contracts are kept in it. */
const accountAsset = 'USDT';
const unknown: MarkerDetail = { text: '–', move: 'same' };

export function useOrderMarkers(info: SymbolInfo, { positions, pending, seconds }: OwnOrders): OrderMarkers {
  const { t } = useTranslation(['market', 'common']);
  const format = useFormat();
  const quotes = useQuoteStream();
  const clock = useClock();
  const { data } = useEndpoint('coinList', {}, { freshMs: 300_000 });
  const asset = data?.assets.find((one) => one.asset === accountAsset);

  return useMemo(() => {
    const divisorSymbol = info.quote === 'USDT' || info.quote === 'USD' ? undefined : `USD-${info.quote}`;
    const watched = divisorSymbol === undefined ? [info.symbol] : [info.symbol, divisorSymbol];
    const staleAfterMs = (symbol: string) =>
      data?.symbols.find((one) => one.symbol === symbol)?.staleAfterMs ?? info.staleAfterMs;
    const livePrice = (symbol: string) => {
      const quote = quotes.peek(symbol);
      return quote === undefined || isQuoteOld(quote, clock.now(), staleAfterMs(symbol)) ? undefined : price(quote.price);
    };
    const profitOf = (order: LeverageOrder): Observable<MarkerDetail> =>
      merge(quotes.watch(watched), everySecond$).pipe(
        map((): MarkerDetail => {
          const position = openPositionOf(order);
          const tickPrice = livePrice(info.symbol);
          const divisor = divisorSymbol === undefined ? noDivisor : livePrice(divisorSymbol);
          if (position === undefined || tickPrice === undefined || divisor === undefined || asset === undefined) return unknown;
          const profit = floatingProfitOf(position, tickPrice, { divisor, scale: asset.scale });
          return {
            text: format.figure(toText(profit), { scale: asset.shownScale, sign: 'always' }),
            move: isZero(profit) ? 'same' : isNegative(profit) ? 'down' : 'up',
          };
        }),
        distinctUntilChanged((a, b) => a.text === b.text),
      );
    return orderMarkers({ positions, pending, seconds }, lineTexts(t, format, info.digits), profitOf);
  }, [info, positions, pending, seconds, quotes, clock, data, asset, format, t]);
}

type Translate = ReturnType<typeof useTranslation<['market', 'common']>>['t'];
const lineTexts = (t: Translate, format: Format, digits: number): LineTexts => ({
  position: (direction, lots) => t('line.position', { side: t(`common:direction.${direction}`), lots: format.figure(lots) }),
  pending: (direction, lots) => t('line.pending', { side: t(`common:direction.${direction}`), lots: format.figure(lots) }),
  stop: (kind, at) => t(`line.${kind}`, { price: format.figure(at, { scale: digits }) }),
  seconds: (direction, seconds) =>
    t('line.seconds', { side: t(`common:direction.${direction}`), duration: format.duration(seconds * 1000) }),
});
