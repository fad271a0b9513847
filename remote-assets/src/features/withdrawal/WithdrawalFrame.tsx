import type { ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { RealMoneyPage } from '../../components/RealMoneyPage';

interface WithdrawalFrameProps {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A page about money out. */
export function WithdrawalFrame({ title, action, children }: WithdrawalFrameProps) {
  const { t } = useTranslation('withdrawal');
  const words = { visitor: t('visitor'), logIn: t('logIn'), demo: t('demo'), demoHint: t('demoHint'), toReal: t('toReal') };
  return (
    <RealMoneyPage title={title} actions={action} words={words}>
      {children}
    </RealMoneyPage>
  );
}
