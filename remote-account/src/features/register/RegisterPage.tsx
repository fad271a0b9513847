import { useState } from 'react';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Button, Notice, Segmented, Stack } from '@tessera/shared/ui';
import { useWallets } from '@tessera/shared/step-up';
import { AuthPage } from '../../components/AuthPage';
import { useCountries } from '../../components/account/useCountries';
import { RegisterByPassword } from './RegisterByPassword';
import { RegisterByWallet } from './RegisterByWallet';
import type { PasswordKind } from './registerProblems';

/** By e-mail or phone with a password; by a wallet where one is in the browser. */
export function RegisterPage() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const countries = useCountries();
  const [query] = useSearchParams();
  const hasWallet = useWallets().length > 0;
  const [chosen, setChosen] = useState<PasswordKind | 'wallet'>(query.get('with') === 'wallet' ? 'wallet' : 'email');
  const kind = chosen === 'wallet' && !hasWallet ? 'email' : chosen;
  const invitationCode = (query.get('invitation') ?? '').slice(0, 20);
  const isRestricted = (code: string) => countries.some(({ country, isRestricted: is }) => is && country === code);
  return (
    <AuthPage title={t('register.title')} heading={t('register.heading')}>
      <Stack gap={4}>
        <Segmented<PasswordKind | 'wallet'>
          label={t('register.kind')}
          value={kind}
          onChange={setChosen}
          options={[
            { value: 'email', label: t('register.byEmail') },
            { value: 'phone', label: t('register.byPhone') },
            ...(hasWallet ? [{ value: 'wallet' as const, label: t('register.byWallet') }] : []),
          ]}
        />
        {kind === 'wallet' ? (
          <RegisterByWallet isRestricted={isRestricted} invitationCode={invitationCode} />
        ) : (
          <RegisterByPassword kind={kind} isRestricted={isRestricted} invitationCode={invitationCode} />
        )}
        <Notice tone="demo">{t('register.demoHint')}</Notice>
        <Button variant="quiet" onClick={() => navigation.redirect('/pages/login/index')}>
          {t('register.hasAccount')} {t('register.login')}
        </Button>
      </Stack>
    </AuthPage>
  );
}
