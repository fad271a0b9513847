import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Button, Notice } from '@tessera/shared/ui';
import type { MethodProps } from './MethodProps';

/** Of merchants: they have a page of their own. */
export function C2cTopUp({ terms }: MethodProps) {
  const { t } = useTranslation('topup');
  const navigation = useNavigation();
  return (
    <>
      <Notice>{t('c2c', { asset: terms.asset })}</Notice>
      <Button size="lg" isBlock onClick={() => navigation.navigate('/pages/assets/c2c', { asset: terms.asset })}>
        {t('offers')}
      </Button>
    </>
  );
}
