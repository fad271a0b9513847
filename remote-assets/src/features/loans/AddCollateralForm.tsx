/** More of what one has is locked, so that no call becomes a liquidation. */
import { useState } from 'react';
import { useMoneyAction, useResumedAction } from '@tessera/shared/actions';
import type { AccountMode, Loan } from '@tessera/shared/contract';
import { useErrorText, useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useConnection, useDialogs, useRefresh } from '@tessera/shared/react';
import { Button, Card, LoadablePanel, Notice, Skeleton, SkeletonRows, Stack } from '@tessera/shared/ui';
import { MoneyActionNotice } from '../../components/MoneyActionNotice';
import { asRequested, chosenSums, type CollateralSource, type TypedCollateral } from './collateral';
import { CollateralPicker } from './CollateralPicker';
import { collateralProblem } from './loanProblem';
import { loanReads } from './loanReads';
import { LtvBar } from './LtvBar';
import { useAddCollateralAdapter } from './useAddCollateralAdapter';
import { useCollateral } from './useCollateral';
import { useLevelPrices } from './useLevelPrices';
import { useLoanProblemText } from './useLoanProblemText';
import { useLoanQuote } from './useLoanQuote';

interface AddCollateralFormProps {
  readonly loan: Loan;
  readonly mode: AccountMode;
  readonly onBack: () => void;
}

export function AddCollateralForm(props: AddCollateralFormProps) {
  const { loadable, refetch } = useCollateral();
  return (
    <LoadablePanel loadable={loadable} onRetry={refetch} skeleton={<SkeletonRows count={4} />}>
      {({ sources }) => <Form {...props} sources={sources} />}
    </LoadablePanel>
  );
}

function Form({ loan, mode, onBack, sources }: AddCollateralFormProps & { readonly sources: readonly CollateralSource[] }) {
  const { t } = useTranslation('loans');
  const { t: tActions } = useTranslation('actions');
  const format = useFormat();
  const errorText = useErrorText();
  const problemText = useLoanProblemText(mode);
  const pricesOf = useLevelPrices();
  const isOffline = useConnection() === 'offline';
  const [typed, setTyped] = useState<TypedCollateral>({});
  const addition = useAddition(onBack);
  const { action, isUnderWay } = addition;
  const chosen = chosenSums(sources, typed, format.parseTyped);
  const problem = collateralProblem(chosen);
  const asked = problem === undefined ? { orderId: loan.id, collateral: asRequested(chosen) } : undefined;
  const { quote, isAsking, problem: noQuote } = useLoanQuote(asked);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (asked === undefined || quote === undefined || isUnderWay) return;
        addition.askAndConfirm(asked, { terms: undefined });
      }}
    >
      <Stack gap={4}>
        <CollateralPicker sources={sources} typed={typed} onChange={setTyped} mode={mode} isDisabled={isUnderWay} />
        {isAsking && <Skeleton shape="block" height={180} />}
        {quote !== undefined && (
          <Card tone="sunken">
            <LtvBar
              levels={loan}
              ltv={quote.ltvBefore}
              after={quote.ltvAfter}
              prices={pricesOf(quote, [...loan.collateral, ...asRequested(chosen)], loan.asset)}
            />
          </Card>
        )}
        <MoneyActionNotice action={action} unknown={t('review.unknown')}>
          {noQuote !== undefined && <Notice tone="warning">{errorText(noQuote)}</Notice>}
        </MoneyActionNotice>
        <Button
          type="submit"
          size="lg"
          isBlock
          isBusy={isUnderWay}
          disabled={isOffline || problem !== undefined || quote === undefined}
        >
          {isOffline ? tActions('offline') : problem === undefined ? t('add.submit') : problemText(problem)}
        </Button>
        <Button type="button" variant="secondary" isBlock onClick={onBack}>
          {t('repay.back')}
        </Button>
      </Stack>
    </form>
  );
}

function useAddition(onDone: () => void) {
  const { t } = useTranslation('loans');
  const dialogs = useDialogs();
  const refresh = useRefresh();
  const adapter = useAddCollateralAdapter();
  useResumedAction(adapter);
  const addition = useMoneyAction(adapter, {
    guard: t('add.sending'),
    onAccepted() {
      addition.close();
      refresh(...loanReads);
      dialogs.toast(t('add.done'), { tone: 'success' });
      onDone();
    },
  });
  return addition;
}
