/** The form of a repayment: amount, account, and the split between interest and principal. */
import { useState } from 'react';
import { useMoneyAction, useResumedAction } from '@tessera/shared/actions';
import { shownAsset, type AccountKind, type AccountMode, type Loan } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount, decimalsOf, max, min, toText, zero, type Amount } from '@tessera/shared/money';
import { useDialogs, useEndpoint, useRefresh } from '@tessera/shared/react';
import {
  AmountField,
  Card,
  KeyValueList,
  LoadablePanel,
  Notice,
  Segmented,
  Skeleton,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { useWallet, type Wallet } from '@tessera/shared/wallet';
import { repayProblem } from './loanProblem';
import { loanReads } from './loanReads';
import { LoanStep } from './LoanStep';
import { LtvBar } from './LtvBar';
import { useLevelPrices } from './useLevelPrices';
import { useLoanProblemText } from './useLoanProblemText';
import { useLoanQuote, type LoanQuote } from './useLoanQuote';
import { useRepayAdapter } from './useRepayAdapter';

interface RepayFormProps {
  readonly loan: Loan;
  readonly mode: AccountMode;
  readonly onBack: () => void;
}

export function RepayForm(props: RepayFormProps) {
  const { asset, owed } = props.loan;
  const wallet = useWallet();
  const catalogue = useEndpoint('coinList', {}, { freshMs: 600_000 });
  return (
    <LoadablePanel loadable={wallet.loadable} onRetry={wallet.refetch} skeleton={<SkeletonRows count={4} />}>
      {(held) => (
        <LoadablePanel loadable={catalogue.loadable} onRetry={catalogue.refetch} skeleton={<SkeletonRows count={4} />}>
          {({ assets }) => (
            <Form
              {...props}
              wallet={held}
              // If the asset is no longer in the list, the decimals are those of the debt.
              scale={assets.find((one) => one.asset === asset)?.scale ?? decimalsOf(amount(owed))}
            />
          )}
        </LoadablePanel>
      )}
    </LoadablePanel>
  );
}

interface FormProps extends RepayFormProps {
  readonly wallet: Wallet;
  /** Decimals of the repaid amount. */
  readonly scale: number;
}

function Form({ loan, mode, onBack, wallet, scale }: FormProps) {
  const { t } = useTranslation('loans');
  const { t: tCommon } = useTranslation('common');
  const format = useFormat();
  const problemText = useLoanProblemText(mode);
  const [from, setFrom] = useState<AccountKind>('coin');
  const [typed, setTyped] = useState('');
  const repayment = useRepayment(onBack, mode);
  const { action, isUnderWay } = repayment;
  const unit = shownAsset(loan.asset, mode);
  const available = payableFrom(wallet, from, loan.asset);
  const parsed = format.parseTyped(typed, scale);
  const wanted = parsed.ok ? amount(parsed.value) : undefined;
  const problem = repayProblem(wanted, available, loan.asset);
  const asked = wanted === undefined || problem !== undefined ? undefined : { orderId: loan.id, amount: toText(wanted) };
  const { quote, isAsking, problem: noQuote } = useLoanQuote(asked);
  return (
    <LoanStep
      {...{ action, noQuote, isUnderWay, onBack }}
      isReady={asked !== undefined && quote !== undefined}
      submit={problem === undefined ? t('loan.repay') : problemText(problem)}
      onSubmit={() => asked !== undefined && repayment.askAndConfirm({ ...asked, from }, { terms: undefined })}
    >
      <KeyValueList
        items={[
          {
            key: 'owed',
            label: t('loan.owed'),
            value: `${format.figure(loan.owed)} ${unit}`,
            detail: t('loan.owedHint', {
              principal: `${format.figure(loan.principalOwed)} ${unit}`,
              interest: `${format.figure(loan.interestOwed)} ${unit}`,
            }),
            isStrong: true,
          },
        ]}
      />
      <Segmented
        label={t('repay.from')}
        value={from}
        onChange={setFrom}
        disabled={isUnderWay}
        options={(['coin', 'contract'] as const).map((account) => ({ value: account, label: tCommon(`account.${account}`) }))}
      />
      <AmountField
        label={t('form.amount')}
        name="amount"
        value={typed}
        onChange={setTyped}
        unit={unit}
        scale={scale}
        disabled={isUnderWay}
        onMax={() => setTyped(format.forInput(toText(min(available, amount(loan.owed)))))}
        hint={t('repay.available', { amount: format.figure(available), asset: unit })}
        problem={problem?.code === 'available' ? problemText(problem) : undefined}
      />
      {isAsking && <Skeleton shape="block" height={180} />}
      {quote !== undefined && <RepayPreview loan={loan} quote={quote} unit={unit} />}
      <Notice>{t('repay.note')}</Notice>
    </LoanStep>
  );
}

/** From the contract account, only free margin. */
function payableFrom({ coin, contract }: Wallet, account: AccountKind, asset: string): Amount {
  if (account === 'coin') return amount(coin.find((one) => one.asset === asset)?.available ?? '0');
  return contract.asset === asset ? max(zero, amount(contract.availableMargin)) : zero;
}

function useRepayment(onDone: () => void, mode: AccountMode) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const dialogs = useDialogs();
  const refresh = useRefresh();
  const adapter = useRepayAdapter();
  useResumedAction(adapter);
  const repayment = useMoneyAction(adapter, {
    guard: t('repay.sending'),
    onAccepted({ taken, loan: { asset } }) {
      repayment.close();
      refresh(...loanReads);
      dialogs.toast(t('repay.done', { amount: format.figure(taken), asset: shownAsset(asset, mode) }), { tone: 'success' });
      onDone();
    },
  });
  return repayment;
}

/** The split: interest first, then principal, and what is owed afterwards. */
function RepayPreview({ loan, quote, unit }: { readonly loan: Loan; readonly quote: LoanQuote; readonly unit: string }) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const pricesOf = useLevelPrices();
  const figure = (sum: string) => `${format.figure(sum)} ${unit}`;
  const isOver = quote.owedAfter === '0';
  return (
    <Card tone="sunken">
      <Stack gap={4}>
        <KeyValueList
          items={[
            { key: 'interest', label: t('repay.toInterest'), value: figure(quote.toInterest) },
            { key: 'principal', label: t('repay.toPrincipal'), value: figure(quote.toPrincipal) },
            { key: 'after', label: t('repay.owedAfter'), value: figure(quote.owedAfter), isStrong: true },
          ]}
        />
        {!isOver && (
          <LtvBar
            levels={loan}
            ltv={quote.ltvBefore}
            after={quote.ltvAfter}
            prices={pricesOf(quote, loan.collateral, loan.asset)}
          />
        )}
      </Stack>
    </Card>
  );
}
