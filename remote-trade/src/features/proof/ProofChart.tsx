import { useMemo } from 'react';
import type { SecondsProof } from '@tessera/shared/contract';
import { EMPTY, useTranslation } from '@tessera/shared/kernel';
import { TickChartPlace } from '../../components/TickChartPlace';

/** The proof's own ticks, with the two that decided: the chart draws what settled the order, not what a feed says now. */
export function ProofChart({ proof, digits }: { readonly proof: SecondsProof; readonly digits: number }) {
  const { t } = useTranslation('trade');
  const { order, ticks } = proof;
  const drawn = useMemo(() => ticks.map(({ atMs, price }) => ({ atMs, price })), [ticks]);
  const points = useMemo(
    () =>
      (['entry', 'exit'] as const).flatMap((key) => {
        const tick = order[key];
        return tick === null
          ? []
          : [{ id: key, atMs: tick.atMs, price: tick.price, label: t(`result.${key}`), tone: order.direction }];
      }),
    [order, t],
  );
  const run = useMemo(() => ({ startedAtMs: order.acceptedAtMs, expiresAtMs: order.expiresAtMs }), [order]);
  return (
    <TickChartPlace
      name={t('proof.ticks')}
      seriesKey={order.id}
      digits={digits}
      ticks={drawn}
      tick$={EMPTY}
      run={run}
      pointMarkers={points}
    />
  );
}
