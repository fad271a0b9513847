import { useMemo } from 'react';
import type { PointMarker, PriceMarker } from '@tessera/shared/charts';
import type { Tick } from '@tessera/shared/contract';
import { EMPTY, useTranslation } from '@tessera/shared/kernel';
import { TickChartPlace } from '../../components/TickChartPlace';

/** Ticks after the deciding one show that nothing is hidden there; the rest of the way to the anchor is not drawn. */
const afterMs = 5000;

interface DecidingChartProps {
  readonly seriesKey: string;
  readonly digits: number;
  /** Of the proof. */
  readonly ticks: readonly Tick[];
  readonly decidingSeq: number;
  readonly tone: PointMarker['tone'];
  /** The price that was waited for: a stop, a limit, a liquidation. */
  readonly trigger?: Omit<PriceMarker, 'id'> | undefined;
}

/** The minute before a deal or a fill, with the tick that decided it and the line that it met. */
export function DecidingChart({ seriesKey, digits, ticks, decidingSeq, tone, trigger }: DecidingChartProps) {
  const { t } = useTranslation('trade');
  const deciding = ticks.find(({ seq }) => seq === decidingSeq);
  const drawn = useMemo(
    () =>
      ticks
        .filter(({ atMs }) => deciding === undefined || atMs <= deciding.atMs + afterMs)
        .map(({ atMs, price }) => ({ atMs, price })),
    [ticks, deciding],
  );
  const points = useMemo(
    () =>
      deciding === undefined
        ? []
        : [{ id: 'deciding', atMs: deciding.atMs, price: deciding.price, label: t('proof.deciding'), tone }],
    [deciding, t, tone],
  );
  const [price, label, lineTone] = [trigger?.price, trigger?.label, trigger?.tone];
  const lines = useMemo(
    () =>
      price === undefined || label === undefined || lineTone === undefined
        ? []
        : [{ id: 'trigger', price, label, tone: lineTone }],
    [price, label, lineTone],
  );
  return (
    <TickChartPlace
      name={t('proof.ticks')}
      seriesKey={seriesKey}
      digits={digits}
      ticks={drawn}
      tick$={EMPTY}
      priceMarkers={lines}
      pointMarkers={points}
    />
  );
}
