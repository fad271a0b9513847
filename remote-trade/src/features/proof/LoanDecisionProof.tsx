import { useMemo } from 'react';
import { shownAsset, type Loan, type LoanProof } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useEndpoint, useSessionState } from '@tessera/shared/react';
import { verifyLoan, type AgreedLoan } from '@tessera/shared/trading';
import { dataOf, DemoMark, KeyValueList, LoadablePanel, Row, SkeletonRows, Stack, type KeyValue } from '@tessera/shared/ui';
import { useMarkets } from '../../components/useMarkets';
import { DecidingChart } from './DecidingChart';
import { ProofBody } from './ProofBody';
import { useVerification } from './useVerification';

/** The ticks that called or liquidated a loan. */
export function LoanDecisionProof({ id }: { readonly id: string }) {
  const { loadable, refetch } = useEndpoint('loanProve', { id }, { freshMs: 60_000 });
  return (
    <LoadablePanel loadable={loadable} onRetry={refetch} skeleton={<SkeletonRows count={8} />}>
      {(proof) => <BesideLoan proof={proof} />}
    </LoadablePanel>
  );
}

/** Each market once. */
const ticksOf = ({ decision: { collateral } }: LoanProof) => [
  ...new Map(collateral.flatMap(({ price }) => (price === null ? [] : [[price.symbol, price] as const]))).values(),
];
const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;
/** A mean lies between the steps of its market: so many more digits of it are read. */
const meanDigits = 2;

/** What was agreed to when it was made. */
const agreedOf = ({ collateral, ...loan }: Loan): AgreedLoan => ({
  ...{ days: loan.days, callLtv: loan.callLtv, liquidationLtv: loan.liquidationLtv, liquidationFee: loan.liquidationFee },
  ...{ ruleVersion: loan.ruleVersion, meanSeconds: loan.meanSeconds, freshSeconds: loan.freshSeconds },
  catalogVersion: loan.catalogVersion,
  collateral: collateral.map(({ kind, asset, orderId, weight, scale }) => ({ kind, asset, orderId, weight, scale })),
});

/** Without the loan the decision is checked as far as it goes. */
function BesideLoan({ proof }: { readonly proof: LoanProof }) {
  const { loadable } = useEndpoint('loanOrders', { id: proof.loanId }, { freshMs: 60_000 });
  if (loadable.state === 'loading') return <SkeletonRows count={8} />;
  return <Proof proof={proof} loan={dataOf(loadable)?.items[0]} />;
}

function Proof({ proof, loan }: { readonly proof: LoanProof; readonly loan: Loan | undefined }) {
  const { t } = useTranslation('trade');
  const { decision, ticks } = proof;
  // Nobody asked for it: there is no receipt.
  const known = useMemo(
    () => ({
      ...proof,
      ...(loan === undefined ? {} : { loan: agreedOf(loan) }),
      order: { id: proof.loanId, receipt: undefined },
    }),
    [proof, loan],
  );
  const checks = useVerification(known, verifyLoan, decision.atMs);
  return (
    <ProofBody
      checks={checks}
      heading={t(`proof.loan.${decision.kind}`)}
      facts={<Facts proof={proof} />}
      chart={ticksOf(proof).map((told) => (
        <DecidingChart
          key={told.symbol}
          seriesKey={`${decision.id} ${told.symbol}`}
          digits={decimalsOf(told.price)}
          ticks={ticks.filter(({ symbol }) => symbol === told.symbol)}
          decidingSeq={told.seq}
          tone="neutral"
        />
      ))}
      rule={{
        version: decision.ruleVersion,
        text: t(decision.ruleVersion > 2 ? 'proof.loan.ruleText' : 'proof.loan.ruleTextBefore'),
      }}
      limits={[t('proof.loan.limit'), t('proof.limit')]}
      proof={known}
      fileName={`loan-${proof.loanId}-${decision.id}`}
    />
  );
}

function Facts({ proof }: { readonly proof: LoanProof }) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const { mode } = useSessionState();
  const { decision } = proof;
  const markets = useMarkets();
  const digitsOf = ({ symbol, price }: { readonly symbol: string; readonly price: string }): number =>
    markets.find(symbol)?.digits ?? decimalsOf(price);
  const unit = shownAsset('USDT', mode);
  const ticks: readonly KeyValue[] = ticksOf(proof).map((tick) => ({
    key: tick.symbol,
    label: `${t('proof.deciding')}, ${tick.symbol}`,
    value: format.figure(tick.price, { scale: digitsOf(tick) }),
    detail: `${t('result.tick', { seq: String(tick.seq), time: format.timeMs(tick.atMs) })} · ${t('proof.loan.mean', { mean: format.figure(tick.mean, { scale: digitsOf(tick) + meanDigits }) })}`,
  }));
  return (
    <Stack gap={3}>
      <Row gap={2} isWrapping>
        <strong>{t(`proof.loan.${decision.kind}`)}</strong>
        {mode === 'demo' && <DemoMark />}
      </Row>
      <KeyValueList
        items={[
          { key: 'time', label: t('proof.loan.decided'), value: format.dateTime(decision.atMs) },
          { key: 'owed', label: t('proof.loan.owed'), value: `${format.figure(decision.owed)} ${unit}` },
          { key: 'ltv', label: t('proof.name.ltv'), value: format.rate(decision.ltv), isStrong: true },
          { key: 'level', label: t('proof.loan.level'), value: format.rate(decision.level) },
          ...ticks,
        ]}
      />
    </Stack>
  );
}
