import { useEffect, useState } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useEndpoint, useNavigation } from '@tessera/shared/react';
import { Button, LoadablePanel, Notice, Page, PageHeader, SkeletonRows, Stack } from '@tessera/shared/ui';
import { ChangePasswordForm } from '../../components/ChangePasswordForm';
import { SetByCode } from './SetByCode';

/** The password that confirms what leaves the account: set with a code, changed with the present one, replaced with a code by who forgot it. */
export function PaymentPasswordPage() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const dialogs = useDialogs();
  const { loadable, refetch } = useEndpoint('userInfo', {});
  const [isForgotten, setIsForgotten] = useState(false);
  const title = t('paymentPassword.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  const done = () => {
    dialogs.toast(t('paymentPassword.done'), { tone: 'success' });
    navigation.back();
  };
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <Stack gap={4}>
        <p>{t('paymentPassword.body')}</p>
        <LoadablePanel loadable={loadable} skeleton={<SkeletonRows count={3} />} onRetry={refetch}>
          {(user) =>
            user.hasPaymentPassword && !isForgotten ? (
              <>
                <ChangePasswordForm kind="payment" what={title} onDone={done} />
                <Button variant="quiet" isBlock onClick={() => setIsForgotten(true)}>
                  {t('paymentPassword.forgot')}
                </Button>
              </>
            ) : (
              <SetByCode user={user} onDone={done} />
            )
          }
        </LoadablePanel>
        <Notice>{t('paymentPassword.hold')}</Notice>
      </Stack>
    </Page>
  );
}
