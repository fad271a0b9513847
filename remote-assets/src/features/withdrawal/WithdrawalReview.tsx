/** Everything once more before money leaves: where to, what is taken, what arrives; then the proof. */
import { ReviewSheet, type MoneyActionHandle } from '@tessera/shared/actions';
import type { Payee, Withdrawal } from '@tessera/shared/contract';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { StepUpForm, StepUpSheet } from '@tessera/shared/step-up';
import { PayeeAddress } from '../../components/PayeeAddress';
import { useWholePayee, type WholePayee } from '../../components/useWholePayee';
import type { AskedWithdrawal, SeenTerms } from './useWithdrawalAdapter';
import { useSums } from './useSums';
import type { ShownCard, WithdrawalTerms } from './withdrawalProblem';

interface WithdrawalReviewProps {
  readonly handle: MoneyActionHandle<AskedWithdrawal, SeenTerms, Withdrawal>;
  readonly payee: Pick<Payee, 'id' | 'masked'>;
  /** These two of the payee. */
  readonly terms: WithdrawalTerms | undefined;
  readonly card: ShownCard | null;
}

/** What was read in full is forgotten when it closes. */
export function WithdrawalReview(props: WithdrawalReviewProps) {
  return props.handle.isShown ? <OpenReview {...props} /> : null;
}

function OpenReview({ handle, payee, terms, card }: WithdrawalReviewProps) {
  const { t } = useTranslation(['withdrawal', 'payees']);
  const errorText = useErrorText();
  const sumsOf = useSums();
  const whole = useWholePayee(payee.id);
  const { action, isUnderWay } = handle;
  const draft = 'draft' in action ? action.draft : undefined;
  const seen = 'offer' in action ? action.offer?.terms : undefined;
  const before = action.state === 'review' ? action.before : undefined;
  // One sheet at a time: this one comes back as it was.
  if (whole.form.proof.isOpen)
    return <StepUpSheet form={whole.form} what={t('payees:whatShow', { payee: payee.masked })} purpose="payee" />;
  return (
    <ReviewSheet
      handle={handle as Parameters<typeof ReviewSheet>[0]['handle']}
      title={t('confirm.title')}
      heading={
        <PayeeAddress
          label={t(card === null ? 'order.address' : 'form.card')}
          wholeLabel={t(card === null ? 'confirm.address' : 'payees:checkCard')}
          masked={payee.masked}
          payee={whole}
          canAsk={action.state === 'review'}
        />
      }
      rows={
        draft === undefined || terms === undefined ? undefined : sumsOf({ ...terms, ...seen }, draft.amount, cardOf(card, whole))
      }
      note={t(card === null ? 'confirm.note' : 'confirm.cardNote')}
      changed={
        before === undefined || seen === undefined || terms === undefined
          ? undefined
          : errorText({
              code: 'WITHDRAWAL_TERMS_CHANGED',
              params: { old: before.fee, new: seen.fee, asset: terms.asset },
            })
      }
      unknown={t('confirm.unknown')}
      confirm={t('confirm.yes')}
      stepUp={
        <StepUpForm
          purpose="withdrawal"
          password="payment"
          isBusy={isUnderWay}
          problem={
            action.state === 'stepUp' && action.challenge.code !== 'AUTH_STEP_UP_REQUIRED'
              ? errorText(action.challenge)
              : undefined
          }
          refusedWith={action.state === 'stepUp' ? action.challenge.code : undefined}
          onGive={(proof) => handle.prove(JSON.stringify(proof))}
        />
      }
    />
  );
}

const cardOf = (shown: ShownCard | null, { whole }: WholePayee): ShownCard | null =>
  shown === null ? null : { ...shown, holderName: whole?.holderName ?? shown.holderName };
