import type { LeverageProof } from '@tessera/shared/contract';
import type { MarkerTone } from '@tessera/shared/charts';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useEndpoint, useSessionState } from '@tessera/shared/react';
import { verifyDeal } from '@tessera/shared/trading';
import {
  AmountText,
  Badge,
  DemoMark,
  KeyValueList,
  LoadablePanel,
  Row,
  SectionHeading,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { DealFacts } from '../../products/leverage/DealFacts';
import { useLeverageTexts } from '../../products/leverage/useTexts';
import { DecidingChart } from './DecidingChart';
import { ProofBody } from './ProofBody';
import { useVerification } from './useVerification';

/** An opening or a closing of a leveraged position. */
export function DealProof({ dealId }: { readonly dealId: string }) {
  const { loadable, refetch } = useEndpoint('leverageProve', { dealId }, { freshMs: 60_000 });
  return (
    <LoadablePanel loadable={loadable} onRetry={refetch} skeleton={<SkeletonRows count={8} />}>
      {(proof) => <Proof proof={proof} />}
    </LoadablePanel>
  );
}

const lineTones: Partial<Record<LeverageProof['trigger']['kind'], MarkerTone>> = {
  limit: 'neutral',
  market: 'neutral',
  take_profit: 'profit',
  stop_loss: 'loss',
  liquidation: 'danger',
};

function Proof({ proof }: { readonly proof: LeverageProof }) {
  const { t } = useTranslation('trade');
  const checks = useVerification(proof, verifyDeal, proof.deal.tickAtMs);
  const { deal, order, trigger, digits, ticks } = proof;
  const tone = lineTones[trigger.kind];
  return (
    <ProofBody
      checks={checks}
      heading={t(`proof.deal.${deal.kind}`)}
      facts={<Facts proof={proof} />}
      chart={
        <DecidingChart
          seriesKey={deal.id}
          digits={digits}
          ticks={ticks}
          decidingSeq={deal.tickSeq}
          tone={order.direction}
          trigger={
            trigger.price === null || tone === undefined
              ? undefined
              : { price: trigger.price, label: t(`proof.line.${trigger.kind}`), tone }
          }
        />
      }
      rule={{ version: proof.ruleVersion, text: t('proof.dealRuleText') }}
      limits={[
        ...(proof.isRunComplete ? [] : [t('proof.partialRun')]),
        ...(trigger.kind === 'stop_out' ? [t('proof.stopOutLimit')] : []),
        t('proof.limit'),
      ]}
      proof={proof}
      fileName={`deal-${deal.id}`}
    />
  );
}

function Facts({ proof: { order, deal, trigger, digits, account, swaps } }: { readonly proof: LeverageProof }) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useLeverageTexts();
  const { mode } = useSessionState();
  return (
    <Stack gap={3}>
      <Row gap={2} isWrapping>
        <strong>{order.symbol}</strong>
        <Badge tone={order.direction === 'long' ? 'up' : 'down'}>{texts.direction(order)}</Badge>
        {mode === 'demo' && <DemoMark />}
      </Row>
      <KeyValueList
        items={[
          {
            key: 'trigger',
            label: t('proof.trigger'),
            value: t(`proof.kind.${trigger.kind}`),
            ...(trigger.price === null ? {} : { detail: format.figure(trigger.price, { scale: digits }) }),
          },
          { key: 'since', label: t('proof.since'), value: format.timeMs(trigger.sinceMs) },
        ]}
      />
      <DealFacts deal={deal} digits={digits} />
      {swaps.length > 0 && (
        <div>
          <SectionHeading level={3}>{t('proof.nights')}</SectionHeading>
          <KeyValueList
            items={swaps.map(({ rolloverMs, amount, tick }) => ({
              key: String(rolloverMs),
              label: format.dateTime(rolloverMs),
              value: <AmountText amount={amount} asset={texts.unit} sign="always" />,
              ...(tick === undefined
                ? {}
                : {
                    detail: t('proof.nightAt', {
                      price: format.figure(tick.price),
                      seq: String(tick.seq),
                      time: format.timeMs(tick.atMs),
                    }),
                  }),
            }))}
          />
        </div>
      )}
      {account !== null && (
        <div>
          <SectionHeading level={3}>{t('proof.account')}</SectionHeading>
          <KeyValueList
            items={[
              // Nothing free stands behind isolated positions.
              ...(deal.reason === 'set_off'
                ? []
                : [
                    {
                      key: 'free',
                      label: t('proof.free'),
                      value: <AmountText amount={account.free} asset={texts.unit} scale={2} />,
                    },
                  ]),
              ...account.positions.map((position) => ({
                key: position.orderId,
                label: `${position.symbol} ${texts.direction(position)}`,
                value: <AmountText amount={position.margin} asset={texts.unit} scale={2} />,
                detail: t('proof.positionAt', {
                  lots: texts.lots(position.lots),
                  open: format.figure(position.openPrice),
                  price: format.figure(position.tick.price),
                  seq: String(position.tick.seq),
                }),
              })),
            ]}
          />
        </div>
      )}
    </Stack>
  );
}
