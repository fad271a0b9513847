import { shownAsset, type FlashProof } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useEndpoint, useSessionState } from '@tessera/shared/react';
import { verifyFlash } from '@tessera/shared/trading';
import { AmountText, DemoMark, KeyValueList, LoadablePanel, Row, SkeletonRows, Stack, type KeyValue } from '@tessera/shared/ui';
import { DecidingChart } from './DecidingChart';
import { ProofBody } from './ProofBody';
import { useVerification } from './useVerification';

/** What the ticks of one exchange were worth. */
export function FlashExchangeProof({ id }: { readonly id: string }) {
  const { loadable, refetch } = useEndpoint('flashProve', { id }, { freshMs: 60_000 });
  return (
    <LoadablePanel loadable={loadable} onRetry={refetch} skeleton={<SkeletonRows count={8} />}>
      {(proof) => <Proof proof={proof} />}
    </LoadablePanel>
  );
}

const ticksOf = ({ order: { fromTick, toTick } }: FlashProof) => [fromTick, toTick].flatMap((tick) => tick ?? []);

function Proof({ proof }: { readonly proof: FlashProof }) {
  const { t } = useTranslation('trade');
  const { order, ticks } = proof;
  const checks = useVerification(proof, verifyFlash, order.quotedAtMs);
  return (
    <ProofBody
      checks={checks}
      heading={t('proof.exchange')}
      facts={<Facts proof={proof} />}
      chart={ticksOf(proof).map((told) => (
        <DecidingChart
          key={told.symbol}
          seriesKey={`${order.id} ${told.symbol}`}
          digits={decimalsOf(told.price)}
          ticks={ticks.filter(({ symbol }) => symbol === told.symbol)}
          decidingSeq={told.seq}
          tone="neutral"
        />
      ))}
      rule={{ version: order.ruleVersion, text: t('proof.exchangeRuleText') }}
      limits={[t('proof.exchangeLimit'), t('proof.limit')]}
      proof={proof}
      fileName={`exchange-${order.id}`}
    />
  );
}

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

function Facts({ proof }: { readonly proof: FlashProof }) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const { mode } = useSessionState();
  const { order } = proof;
  const [from, to] = [shownAsset(order.from, mode), shownAsset(order.to, mode)];
  const ticks: readonly KeyValue[] = ticksOf(proof).map((tick) => ({
    key: tick.symbol,
    label: `${t('proof.deciding')}, ${tick.symbol}`,
    value: format.figure(tick.price),
    detail: t('result.tick', { seq: String(tick.seq), time: format.timeMs(tick.atMs) }),
  }));
  return (
    <Stack gap={3}>
      <Row gap={2} isWrapping>
        <strong>
          {from} → {to}
        </strong>
        {mode === 'demo' && <DemoMark />}
      </Row>
      <KeyValueList
        items={[
          { key: 'given', label: t('proof.given'), value: <AmountText amount={order.given} asset={from} /> },
          { key: 'accepted', label: t('proof.accepted'), value: format.timeMs(order.atMs) },
          ...ticks,
          { key: 'rate', label: t('proof.name.rate'), value: format.figure(order.rate) },
          { key: 'fee', label: t('proof.name.fee'), value: <AmountText amount={order.fee} asset={to} /> },
          {
            key: 'received',
            label: t('proof.name.received'),
            value: <AmountText amount={order.received} asset={to} />,
            isStrong: true,
          },
        ]}
      />
    </Stack>
  );
}
