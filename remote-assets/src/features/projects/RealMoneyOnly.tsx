import { useTranslation } from '@tessera/shared/kernel';
import { useSessionState } from '@tessera/shared/react';
import { Notice } from '@tessera/shared/ui';

/** Said in the demo account, where everybody may look and nobody takes part. */
export function RealMoneyOnly() {
  const { t } = useTranslation('projects');
  const { mode } = useSessionState();
  return mode === 'demo' ? <Notice>{t('realOnly')}</Notice> : null;
}
