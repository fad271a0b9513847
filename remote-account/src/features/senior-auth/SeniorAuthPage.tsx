import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Button, Notice } from '@tessera/shared/ui';
import { IdentityPage } from '../../components/identity/IdentityPage';
import { PapersForm } from './PapersForm';

/** The second step: the document itself, from both sides. */
export function SeniorAuthPage() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  return (
    <IdentityPage step="advanced">
      {(info) =>
        info.primary === 'certified' ? (
          <PapersForm info={info} />
        ) : (
          <>
            <Notice>{t('identity.primaryFirst')}</Notice>
            <Button size="lg" isBlock onClick={() => navigation.redirect('/pages/user/primaryAuth')}>
              {t('identity.toPrimary')}
            </Button>
          </>
        )
      }
    </IdentityPage>
  );
}
