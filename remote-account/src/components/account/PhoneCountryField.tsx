import { useTranslation } from '@tessera/shared/kernel';
import type { BoundField } from '@tessera/shared/react';
import { SelectField } from '@tessera/shared/ui';
import { useCountries } from './useCountries';

/** The country of a phone number, by its own code: some countries share one area code. */
export function PhoneCountryField(field: BoundField<string>) {
  const { t } = useTranslation('account');
  const countries = useCountries();
  return (
    <SelectField
      label={t('register.areaCode')}
      placeholder={t('register.chooseCountry')}
      autoComplete="tel-country-code"
      {...field}
      options={countries.map(({ country, areaCode, name, isRestricted }) => ({
        value: country,
        label: `${name} +${areaCode}`,
        isDisabled: isRestricted,
      }))}
    />
  );
}
