import { useTranslation } from '@tessera/shared/kernel';
import { SelectField, type SelectFieldProps } from '@tessera/shared/ui';
import { useCountries } from './useCountries';

/** Where a person lives or whose document it is. A country without service is named as such and cannot be chosen. */
export function CountryField(props: Omit<SelectFieldProps, 'placeholder' | 'autoComplete' | 'options'>) {
  const { t } = useTranslation('account');
  const options = useCountries().map(({ country, name, isRestricted: isDisabled }) => ({
    value: country,
    label: isDisabled ? t('register.restricted', { country: name }) : name,
    isDisabled,
  }));
  return <SelectField {...props} placeholder={t('register.chooseCountry')} autoComplete="country" options={options} />;
}
