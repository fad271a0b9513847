import { ReviewSheet } from '@tessera/shared/actions';
import { shownAsset, treasureReviewDays, type AccountMode, type TreasureProduct } from '@tessera/shared/contract';
import { useErrorText, useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { StepUpForm } from '@tessera/shared/step-up';
import { useCalculated } from './Calculation';
import type { Schedule } from './purchase';
import type { Purchase } from './PurchaseForm';
import { useTermsText } from './useTermsText';

interface PurchaseReviewProps {
  readonly purchase: Purchase;
  readonly product: TreasureProduct;
  readonly mode: AccountMode;
  readonly schedule: Schedule | undefined;
}

/** The review of a purchase, and the step-up if one is required. */
export function PurchaseReview({ purchase, product, mode, schedule }: PurchaseReviewProps) {
  const { t } = useTranslation('treasure');
  const errorText = useErrorText();
  const format = useFormat();
  const terms = useTermsText();
  const calculated = useCalculated(product, mode);
  const { action } = purchase;
  const draft = 'draft' in action ? action.draft : undefined;
  const challenge = action.state === 'stepUp' ? action.challenge : undefined;
  return (
    <ReviewSheet
      handle={purchase}
      title={t('buy.review')}
      rows={
        draft === undefined
          ? undefined
          : [
              {
                key: 'amount',
                label: t('calc.amount'),
                value: `${format.figure(draft.amount)} ${shownAsset(product.asset, mode)}`,
                isStrong: true,
              },
              { key: 'days', label: t('buy.term'), value: t('days', { count: product.days }) },
              { key: 'rate', label: t('buy.rate'), value: terms.rate(product) },
              ...calculated(schedule),
            ]
      }
      note={
        <>
          {product.needsReview && <p>{t('buy.reviewed', { term: t('days', { count: treasureReviewDays }) })}</p>}
          <p>{terms.redemption(product.redemption)}</p>
        </>
      }
      unknown={t('buy.unknown')}
      confirm={t(product.needsReview ? 'buy.confirmReview' : 'buy.confirm')}
      stepUp={
        <StepUpForm
          purpose="treasure"
          isBusy={purchase.isUnderWay}
          problem={challenge === undefined || challenge.code === 'AUTH_STEP_UP_REQUIRED' ? undefined : errorText(challenge)}
          refusedWith={challenge?.code}
          onGive={(proof) => purchase.prove(JSON.stringify(proof))}
        />
      }
    />
  );
}
