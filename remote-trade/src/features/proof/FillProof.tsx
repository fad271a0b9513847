import { shownAsset, type SpotProof } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useEndpoint, useSessionState } from '@tessera/shared/react';
import { verifyFill } from '@tessera/shared/trading';
import {
  AmountText,
  Badge,
  DemoMark,
  EmptyState,
  KeyValueList,
  LoadablePanel,
  Row,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { DecidingChart } from './DecidingChart';
import { ProofBody } from './ProofBody';
import { useVerification } from './useVerification';

/** What one tick's book gave a spot order. */
export function FillProof({ fillId }: { readonly fillId: string }) {
  const { loadable, refetch } = useEndpoint('spotProve', { fillId }, { freshMs: 60_000 });
  return (
    <LoadablePanel loadable={loadable} onRetry={refetch} skeleton={<SkeletonRows count={8} />}>
      {(proof) => <Proof proof={proof} />}
    </LoadablePanel>
  );
}

function Proof({ proof }: { readonly proof: SpotProof }) {
  const { t } = useTranslation('trade');
  const { order, book, ticks } = proof;
  const fill = order.fills.find(({ id }) => id === proof.fillId);
  const checks = useVerification(proof, verifyFill, fill?.atMs ?? order.acceptedAtMs);
  if (fill === undefined) return <EmptyState title={t('proof.missing')} />;
  return (
    <ProofBody
      checks={checks}
      heading={t('proof.fill')}
      facts={<Facts proof={proof} fill={fill} />}
      chart={
        <DecidingChart
          seriesKey={fill.id}
          digits={book.digits}
          ticks={ticks}
          decidingSeq={fill.seq}
          tone={order.side === 'buy' ? 'long' : 'short'}
          trigger={order.price === null ? undefined : { price: order.price, label: t('proof.line.limit'), tone: 'neutral' }}
        />
      }
      rule={{ version: book.ruleVersion, text: t('proof.fillRuleText') }}
      limits={[...(proof.isRunComplete ? [] : [t('proof.partialRun')]), t('proof.fillLimit'), t('proof.limit')]}
      proof={proof}
      fileName={`fill-${fill.id}`}
    />
  );
}

function Facts({
  proof: { order, book },
  fill,
}: {
  readonly proof: SpotProof;
  readonly fill: SpotProof['order']['fills'][number];
}) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const { mode } = useSessionState();
  const [base = '', quote = ''] = order.symbol.split('-');
  const price = (figure: string): string => format.figure(figure, { scale: book.digits });
  const asset = (name: string): string => shownAsset(name, mode);
  return (
    <Stack gap={3}>
      <Row gap={2} isWrapping>
        <strong>{order.symbol}</strong>
        <Badge tone={order.side === 'buy' ? 'up' : 'down'}>{t(`proof.side.${order.side}`)}</Badge>
        {mode === 'demo' && <DemoMark />}
      </Row>
      <KeyValueList
        items={[
          {
            key: 'trigger',
            label: t('proof.trigger'),
            value: t(`proof.kind.${order.entrustment}`),
            ...(order.price === null ? {} : { detail: price(order.price) }),
          },
          { key: 'accepted', label: t('proof.accepted'), value: format.timeMs(order.acceptedAtMs) },
          {
            key: 'tick',
            label: t('proof.deciding'),
            value: price(fill.tickPrice),
            detail: t('result.tick', { seq: String(fill.seq), time: format.timeMs(fill.atMs) }),
          },
          { key: 'average', label: t('proof.name.average'), value: price(fill.price), isStrong: true },
          { key: 'quantity', label: t('proof.name.quantity'), value: <AmountText amount={fill.quantity} asset={asset(base)} /> },
          { key: 'total', label: t('proof.name.total'), value: <AmountText amount={fill.total} asset={asset(quote)} /> },
          { key: 'fee', label: t('proof.name.fee'), value: <AmountText amount={fill.fee} asset={asset(order.feeAsset)} /> },
        ]}
      />
    </Stack>
  );
}
