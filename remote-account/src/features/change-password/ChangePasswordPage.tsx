import { useEffect } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useEndpoint, useNavigation } from '@tessera/shared/react';
import { Notice, Page, PageHeader } from '@tessera/shared/ui';
import { ChangePasswordForm } from '../../components/ChangePasswordForm';

/** Who has a payment password is asked for it as well, by the sheet. */
export function ChangePasswordPage() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const dialogs = useDialogs();
  const { data: user } = useEndpoint('userInfo', {});
  const isFirst = user?.isWithoutPassword === true;
  const title = t(isFirst ? 'password.setTitle' : 'password.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  const done = () => {
    dialogs.toast(t('password.done'), { tone: 'success' });
    navigation.back();
  };
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <ChangePasswordForm kind="login" isFirst={isFirst} what={title} onDone={done}>
        <Notice>{t('password.others')}</Notice>
      </ChangePasswordForm>
    </Page>
  );
}
