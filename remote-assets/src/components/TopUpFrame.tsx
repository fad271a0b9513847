import type { ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { RealMoneyPage } from './RealMoneyPage';

interface TopUpFrameProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page about money in. */
export function TopUpFrame({ title, actions, children }: TopUpFrameProps) {
  const { t } = useTranslation('topup');
  const { t: tAssets } = useTranslation('assets');
  const words = {
    visitor: tAssets('overview.visitor'),
    logIn: tAssets('overview.logIn'),
    demo: t('demo'),
    toReal: t('switch'),
  };
  return (
    <RealMoneyPage title={title} actions={actions} words={words}>
      {children}
    </RealMoneyPage>
  );
}
