import { useTranslation } from '@tessera/shared/kernel';
import type { EndpointForm } from '@tessera/shared/react';
import { Segmented, TextField } from '@tessera/shared/ui';
import { PhoneCountryField } from '../../components/account/PhoneCountryField';
import type { RegisterForm } from './registerProblems';

/** What the person will sign in with: an address, or a phone with its country. */
export function RegisterName({ form }: { readonly form: Pick<EndpointForm<'register', RegisterForm>, 'bind' | 'values'> }) {
  const { t } = useTranslation('account');
  const { value, onChange } = form.bind('kind');
  return (
    <>
      <Segmented
        label={t('register.kind')}
        value={value}
        onChange={onChange}
        options={[
          { value: 'email', label: t('register.byEmail') },
          { value: 'phone', label: t('register.byPhone') },
        ]}
      />
      {value === 'email' ? (
        <TextField
          label={t('register.email')}
          type="email"
          {...form.bind('email')}
          autoComplete="email"
          autoCapitalize="none"
          inputMode="email"
        />
      ) : (
        <>
          <PhoneCountryField {...form.bind('phoneCountry')} />
          <TextField label={t('register.phone')} type="tel" {...form.bind('phone')} autoComplete="tel-national" inputMode="tel" />
        </>
      )}
    </>
  );
}
