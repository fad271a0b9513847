import { useTranslation } from '@tessera/shared/kernel';
import { useSessionState } from '@tessera/shared/react';
import { Notice } from '@tessera/shared/ui';

/** The notice in the demo account, which can see projects but not join them. */
export function RealMoneyOnly() {
  const { t } = useTranslation('projects');
  const { mode } = useSessionState();
  return mode === 'demo' ? <Notice>{t('realOnly')}</Notice> : null;
}
