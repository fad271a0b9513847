import { useTranslation } from '@tessera/shared/kernel';
import type { EndpointForm } from '@tessera/shared/react';
import { TextField } from '@tessera/shared/ui';
import { PhoneCountryField } from '../../components/account/PhoneCountryField';
import type { PasswordKind, RegisterForm } from './registerProblems';

interface RegisterNameProps extends Pick<EndpointForm<'register', RegisterForm>, 'bind'> {
  readonly kind: PasswordKind;
}

/** What the person will sign in with: an address, or a phone with its country. */
export function RegisterName({ kind, bind }: RegisterNameProps) {
  const { t } = useTranslation('account');
  return kind === 'email' ? (
    <TextField
      label={t('register.email')}
      type="email"
      {...bind('email')}
      autoComplete="email"
      autoCapitalize="none"
      inputMode="email"
    />
  ) : (
    <>
      <PhoneCountryField {...bind('phoneCountry')} />
      <TextField label={t('register.phone')} type="tel" {...bind('phone')} autoComplete="tel-national" inputMode="tel" />
    </>
  );
}
