import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Button } from '@tessera/shared/ui';
import { IdentityPage } from '../../components/identity/IdentityPage';
import { PrimaryForm } from './PrimaryForm';

/** The first step: who the person is, in words. */
export function PrimaryAuthPage() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  return (
    <IdentityPage
      step="primary"
      next={
        <Button size="lg" isBlock variant="secondary" onClick={() => navigation.redirect('/pages/user/seniorAuth')}>
          {t('identity.toAdvanced')}
        </Button>
      }
    >
      {(info) => <PrimaryForm info={info} />}
    </IdentityPage>
  );
}
