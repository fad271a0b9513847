/** Locks more collateral, so that a margin call does not become a liquidation. */
import { useState } from 'react';
import { useMoneyAction, useResumedAction } from '@tessera/shared/actions';
import type { AccountMode, Loan } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useRefresh } from '@tessera/shared/react';
import { Card, LoadablePanel, Skeleton, SkeletonRows } from '@tessera/shared/ui';
import { asRequested, chosenSums, type CollateralSource, type TypedCollateral } from './collateral';
import { CollateralPicker } from './CollateralPicker';
import { collateralProblem } from './loanProblem';
import { loanReads } from './loanReads';
import { LoanStep } from './LoanStep';
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
  const format = useFormat();
  const problemText = useLoanProblemText(mode);
  const pricesOf = useLevelPrices();
  const [typed, setTyped] = useState<TypedCollateral>({});
  const addition = useAddition(onBack);
  const { action, isUnderWay } = addition;
  const chosen = chosenSums(sources, typed, format.parseTyped);
  const problem = collateralProblem(chosen);
  const asked = problem === undefined ? { orderId: loan.id, collateral: asRequested(chosen) } : undefined;
  const { quote, isAsking, problem: noQuote } = useLoanQuote(asked);
  return (
    <LoanStep
      {...{ action, noQuote, isUnderWay, onBack }}
      isReady={asked !== undefined && quote !== undefined}
      submit={problem === undefined ? t('add.submit') : problemText(problem)}
      onSubmit={() => asked !== undefined && addition.askAndConfirm(asked, { terms: undefined })}
    >
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
    </LoanStep>
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
