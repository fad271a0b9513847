import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { Notice } from '@tessera/shared/ui';
import { TopUpForm } from '../TopUpForm';
import type { MethodProps } from './MethodProps';

/** On the page of a gateway: the amount first, then the way there. Mount it anew for another coin. */
export function BankCardTopUp({ terms }: MethodProps) {
  const { t } = useTranslation('topup');
  const format = useFormat();
  const { asset, reviewFrom } = terms;
  return (
    <>
      <Notice>
        {t('card.notice')}
        {reviewFrom !== undefined && ` ${t('card.review', { from: format.figure(reviewFrom), asset })}`}
      </Notice>
      <TopUpForm method="bank_card" terms={terms} network={undefined} />
    </>
  );
}
