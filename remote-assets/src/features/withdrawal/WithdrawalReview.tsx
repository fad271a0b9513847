/** Everything once more before money leaves: where to, what is taken, what arrives; then the proof. */
import { ReviewSheet, type MoneyActionHandle } from '@tessera/shared/actions';
import type { Withdrawal } from '@tessera/shared/contract';
import { useErrorText, useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { StepUpForm } from '@tessera/shared/step-up';
import { Stack } from '@tessera/shared/ui';
import { GroupedText } from '../../components/GroupedText';
import type { AskedWithdrawal, SeenTerms } from './useWithdrawalAdapter';
import { useSums } from './useSums';
import type { ShownCard, WithdrawalTerms } from './withdrawalProblem';

interface WithdrawalReviewProps {
  readonly handle: MoneyActionHandle<AskedWithdrawal, SeenTerms, Withdrawal>;
  /** Of the payee that is chosen. */
  readonly terms: WithdrawalTerms | undefined;
  readonly address: string | null;
  readonly card: ShownCard | null;
}

export function WithdrawalReview({ handle, terms, address, card }: WithdrawalReviewProps) {
  const { t } = useTranslation('withdrawal');
  const format = useFormat();
  const errorText = useErrorText();
  const sumsOf = useSums();
  const { action, isUnderWay } = handle;
  const draft = 'draft' in action ? action.draft : undefined;
  const seen = 'offer' in action ? action.offer?.terms : undefined;
  const before = action.state === 'review' ? action.before : undefined;
  return (
    <ReviewSheet
      handle={handle as Parameters<typeof ReviewSheet>[0]['handle']}
      title={t('confirm.title')}
      heading={address === null ? undefined : <AddressInFours address={address} />}
      rows={draft === undefined || terms === undefined ? undefined : sumsOf({ ...terms, ...seen }, draft.amount, card)}
      note={t(card === null ? 'confirm.note' : 'confirm.cardNote')}
      changed={
        before === undefined || seen === undefined || terms === undefined
          ? undefined
          : errorText({
              code: 'WITHDRAWAL_TERMS_CHANGED',
              params: { old: format.figure(before.fee), new: format.figure(seen.fee), asset: terms.asset },
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

function AddressInFours({ address }: { readonly address: string }) {
  const { t } = useTranslation('withdrawal');
  return (
    <Stack gap={2}>
      <span>{t('confirm.address')}</span>
      <GroupedText text={address} />
    </Stack>
  );
}
