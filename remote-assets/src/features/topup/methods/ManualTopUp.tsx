import { useTranslation } from '@tessera/shared/kernel';
import { Notice } from '@tessera/shared/ui';
import { TopUpForm } from '../TopUpForm';
import type { MethodProps } from './MethodProps';

/** With customer service, in the conversation. Mount it anew for another coin. */
export function ManualTopUp({ terms }: MethodProps) {
  const { t } = useTranslation('topup');
  return (
    <>
      <Notice>{t('manual')}</Notice>
      <TopUpForm method="manual" terms={terms} network={undefined} />
    </>
  );
}
