/** Where to, how much, what arrives; then everything once more, the proof, and the request with its timeline. */
import { useId, useState } from 'react';
import { useMoneyAction, useResumedAction } from '@tessera/shared/actions';
import type { EndpointResponse } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount, toText, type Amount } from '@tessera/shared/money';
import { OnlineButton, useDialogs, useNavigation, useRefresh, type EndpointResult } from '@tessera/shared/react';
import { AmountField, Button, Card, KeyValueList, SelectField, Stack } from '@tessera/shared/ui';
import { MoneyActionNotice } from '../../components/MoneyActionNotice';
import { Missing } from './Missing';
import { useSums } from './useSums';
import { useWithdrawalAdapter } from './useWithdrawalAdapter';
import { WithdrawalReview } from './WithdrawalReview';
import { mostOf, termsOf, withdrawalProblem, type ShownCard, type WithdrawalProblem } from './withdrawalProblem';

type Payee = EndpointResponse<'payeeList'>['items'][number];

interface WithdrawFormProps {
  readonly payees: readonly Payee[];
  readonly terms: Pick<EndpointResponse<'withdrawalCheck'>, 'terms' | 'cardTerms'>;
  readonly payeeId: string;
  readonly onPayee: (payeeId: string) => void;
  /** Of the payee that is chosen. */
  readonly card: ShownCard | null;
  /** The checklist of that payee. */
  readonly checked: EndpointResult<EndpointResponse<'withdrawalCheck'>>;
}

export function WithdrawForm({ payees, terms, payeeId, onPayee, card, checked }: WithdrawFormProps) {
  const { t } = useTranslation('withdrawal');
  const format = useFormat();
  const dialogs = useDialogs();
  const navigation = useNavigation();
  const refresh = useRefresh();
  const problemText = useProblemText();
  const sumsOf = useSums();
  const [typed, setTyped] = useState('');
  const adapter = useWithdrawalAdapter();
  useResumedAction(adapter);
  const withdrawal = useMoneyAction(adapter, {
    guard: t('confirm.sending'),
    onAccepted({ id }) {
      withdrawal.close();
      refresh('walletList', 'walletDetail', 'withdrawalLog', 'withdrawalCheck');
      dialogs.toast(t('confirm.done'), { tone: 'success' });
      navigation.redirect('/pages/assets/withdrawOrder', { id });
    },
  });
  const { action, isUnderWay } = withdrawal;
  const chosen = payees.find(({ id }) => id === payeeId);
  const own = termsOf(terms, chosen);
  const unit = own?.asset ?? 'USDT';
  const wanted = parsed(format.parseTyped(typed, own?.scale ?? 6));
  const problem = withdrawalProblem(wanted, own);
  const missingId = useId();
  const isFree = checked.data?.rows.every(({ isMet }) => isMet) === true;
  const isChecking = payeeId !== '' && checked.loadable.state === 'loading';
  const sums = own === undefined || wanted === undefined ? undefined : sumsOf(own, toText(wanted), card);
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (own === undefined || wanted === undefined || problem !== undefined || isUnderWay || !isFree) return;
          withdrawal.ask({ asset: unit, amount: toText(wanted), payeeId }, { terms: { fee: own.fee } });
        }}
      >
        <Stack gap={4}>
          <SelectField
            label={t('form.payee')}
            value={payeeId}
            onChange={onPayee}
            placeholder={t('form.choose')}
            disabled={isUnderWay}
            options={payees.map(({ id, label, asset, networkName, masked }) => ({
              value: id,
              // What tells it from the others first: the end is cut on a phone. A label that nobody gave is the network's name.
              label: [...new Set([label, masked, asset, networkName])].filter((part) => part !== null).join(' · '),
            }))}
          />
          <Button type="button" variant="secondary" onClick={() => navigation.navigate('/pages/bankcard/add')}>
            {t('form.add')}
          </Button>
          <AmountField
            label={t('form.amount')}
            name="amount"
            value={typed}
            onChange={setTyped}
            unit={unit}
            scale={own?.scale ?? 6}
            disabled={isUnderWay}
            onMax={own === undefined ? undefined : () => setTyped(format.forInput(toText(mostOf(own))))}
            hint={own === undefined ? undefined : t('form.available', { amount: format.figure(own.available), asset: unit })}
            problem={
              problem === undefined || problem.code === 'empty' || problem.code === 'payee'
                ? undefined
                : problemText(problem, unit)
            }
          />
          {sums !== undefined && (
            <Card tone="sunken">
              <KeyValueList items={sums} />
            </Card>
          )}
          <MoneyActionNotice action={action} unknown={t('confirm.unknown')} />
          <Missing id={missingId} checked={checked} />
          <OnlineButton
            type="submit"
            size="lg"
            isBlock
            isBusy={isUnderWay}
            disabled={problem !== undefined || !isFree}
            aria-describedby={missingId}
          >
            {problem !== undefined ? problemText(problem, unit) : t(isChecking ? 'form.checking' : 'form.submit')}
          </OnlineButton>
        </Stack>
      </form>
      {chosen !== undefined && <WithdrawalReview handle={withdrawal} payee={chosen} terms={own} card={card} />}
    </>
  );
}

function parsed(typed: { readonly ok: boolean; readonly value?: string }): Amount | undefined {
  return typed.ok && typed.value !== undefined ? amount(typed.value) : undefined;
}

function useProblemText(): (problem: WithdrawalProblem, asset: string) => string {
  const { t } = useTranslation('withdrawal');
  const format = useFormat();
  return (problem, asset) => {
    switch (problem.code) {
      case 'below':
        return t('problem.below', { min: format.figure(problem.min), asset });
      case 'above':
        return t('problem.above', { max: format.figure(problem.max), asset });
      case 'tooMuch':
        return t('problem.tooMuch', { available: format.figure(problem.available), asset });
      case 'dayLimit':
        return t('problem.dayLimit', { left: format.figure(problem.left), asset });
      default:
        return t(`problem.${problem.code}`);
    }
  };
}
