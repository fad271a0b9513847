import { useTranslation } from '@tessera/shared/kernel';
import type { BoundField } from '@tessera/shared/react';
import { TextField } from '@tessera/shared/ui';
import { isHomeNumber } from './phoneCountry';
import { PhoneCountryField } from './PhoneCountryField';

/** The e-mail address or the phone of a person who has an account; the country only where the number leaves it open. */
export function AccountFields({
  account,
  phoneCountry,
}: {
  readonly account: BoundField<string>;
  readonly phoneCountry: BoundField<string>;
}) {
  const { t } = useTranslation('account');
  return (
    <>
      <TextField
        label={t('login.account')}
        {...account}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
      />
      {isHomeNumber(account.value) && <PhoneCountryField {...phoneCountry} />}
    </>
  );
}
