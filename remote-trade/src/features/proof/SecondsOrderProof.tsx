import { useMemo } from 'react';
import type { SecondsProof } from '@tessera/shared/contract';
import { verifyProof } from '@tessera/shared/fairness';
import { EMPTY, useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useEndpoint } from '@tessera/shared/react';
import { AmountText, Badge, DemoMark, KeyValueList, LoadablePanel, Row, SkeletonRows, Stack } from '@tessera/shared/ui';
import { OrderFacts } from '../../products/seconds/OrderFacts';
import { TickChartPlace } from '../../components/TickChartPlace';
import { useMarkets } from '../../components/useMarkets';
import { useOrderTexts } from '../../products/seconds/useTexts';
import { ProofBody } from './ProofBody';
import { useVerification } from './useVerification';

export function SecondsOrderProof({ orderId }: { readonly orderId: string }) {
  const markets = useMarkets();
  const { loadable, refetch } = useEndpoint('secondsProve', { orderId }, { freshMs: 60_000 });
  return (
    <LoadablePanel loadable={loadable} onRetry={refetch} skeleton={<SkeletonRows count={8} />}>
      {(proof) => <Proof proof={proof} digits={markets.find(proof.order.symbol)?.digits} />}
    </LoadablePanel>
  );
}

interface ProofProps {
  readonly proof: SecondsProof;
  readonly digits: number | undefined;
}

function Proof({ proof, digits }: ProofProps) {
  const { t } = useTranslation('trade');
  const checks = useVerification(proof, verifyProof, proof.order.expiresAtMs);
  return (
    <ProofBody
      checks={checks}
      heading={t('proof.order')}
      facts={<Facts proof={proof} digits={digits} />}
      chart={<Chart proof={proof} digits={digits ?? 2} />}
      rule={{ version: proof.rule.version, text: t('proof.ruleText') }}
      limits={[t('proof.limit')]}
      proof={proof}
      fileName={proof.order.id}
    />
  );
}

function Facts({ proof: { order }, digits }: ProofProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useOrderTexts();
  return (
    <Stack gap={3}>
      <Row gap={2} isWrapping>
        <strong>{order.symbol}</strong>
        <Badge tone={order.direction === 'long' ? 'up' : 'down'}>{texts.direction(order)}</Badge>
        {order.mode === 'demo' && <DemoMark />}
      </Row>
      <KeyValueList
        items={[
          {
            key: 'outcome',
            label: texts.outcome(order),
            value: <AmountText amount={order.profit} asset={texts.asset(order)} leastScale={2} tone="profit" />,
            isStrong: true,
          },
          { key: 'accepted', label: t('proof.accepted'), value: format.timeMs(order.acceptedAtMs) },
          { key: 'expires', label: t('proof.expires'), value: format.timeMs(order.expiresAtMs) },
        ]}
      />
      <OrderFacts order={order} digits={digits} />
    </Stack>
  );
}

/** The proof's own ticks, with the two that decided: the chart draws what settled the order, not what a feed says now. */
function Chart({ proof: { order, ticks }, digits }: { readonly proof: SecondsProof; readonly digits: number }) {
  const { t } = useTranslation('trade');
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
