/**
 * The chart for those who do not see it: what is in sight and the last bar, in words, politely, at once and then at most
 * every quarter of a minute.
 */
import { useEffect, useState } from 'react';
import type { ChartView } from '@tessera/shared/charts';
import type { Candle, CandleFrame } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { throttleTime, useTranslation, type Observable } from '@tessera/shared/kernel';
import { compare, divide, isZero, price, subtract } from '@tessera/shared/money';
import { VisuallyHidden } from '@tessera/shared/ui';
import { barTime } from './barTime';

const everyMs = 15_000;

export interface ChartSummaryProps {
  readonly view$: Observable<ChartView>;
  readonly frame: CandleFrame;
  readonly digits: number;
}

export function ChartSummary({ view$, frame, digits }: ChartSummaryProps) {
  const { t } = useTranslation('market');
  const format = useFormat();
  const [view, setView] = useState<ChartView>();
  useEffect(() => {
    const subscription = view$.pipe(throttleTime(everyMs, undefined, { leading: true, trailing: true })).subscribe(setView);
    return () => subscription.unsubscribe();
  }, [view$]);
  const time = barTime(frame, format.language);
  const figure = (text: string) => format.figure(text, { scale: digits });
  const seen = view === undefined ? undefined : spanOf(view.candles);
  return (
    <VisuallyHidden>
      <span role="status" aria-label={t('bars.summaryName')}>
        {view !== undefined &&
          seen !== undefined &&
          t('bars.summary', {
            count: view.candles.length,
            from: time(seen.fromMs),
            to: time(seen.toMs),
            high: figure(seen.high),
            low: figure(seen.low),
            change: seen.change === undefined ? '–' : format.rate(seen.change, { sign: 'always' }),
            last: figure(view.newest[4]),
          })}
      </span>
    </VisuallyHidden>
  );
}

function spanOf(candles: readonly Candle[]) {
  const [first, last] = [candles[0], candles.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const high = candles.reduce((highest, [, , one]) => (compare(price(one), price(highest)) > 0 ? one : highest), first[2]);
  const low = candles.reduce((lowest, [, , , one]) => (compare(price(one), price(lowest)) < 0 ? one : lowest), first[3]);
  const open = price(first[1]);
  return {
    fromMs: first[0],
    toMs: last[0],
    high,
    low,
    change: isZero(open) ? undefined : divide(subtract(price(last[4]), open), open, 6, 'halfEven'),
  };
}
