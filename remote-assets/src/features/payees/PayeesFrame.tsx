import type { ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { RealMoneyPage } from '../../components/RealMoneyPage';

interface PayeesFrameProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A page about where money may go. */
export function PayeesFrame({ title, children }: PayeesFrameProps) {
  const { t } = useTranslation('payees');
  const words = { visitor: t('visitor'), logIn: t('logIn'), demo: t('demo'), demoHint: t('demoHint'), toReal: t('toReal') };
  return (
    <RealMoneyPage title={title} words={words}>
      {children}
    </RealMoneyPage>
  );
}
