import type { EndpointResponse } from '@tessera/shared/contract';
import { idType } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { Button, Globe, SelectField, Stack, TextField } from '@tessera/shared/ui';
import { FormProblem } from '@tessera/shared/step-up';
import { CountryField } from '../../components/account/CountryField';
import { useCountries } from '../../components/account/useCountries';
import { useFormWithPlace } from '../../components/kept/useFormWithPlace';
import { useIdentityForm } from '../../components/identity/useIdentityForm';
import { isToRedo, keptOf, primaryProblems, startOfPrimary, toRequest, type PrimaryForm as Form } from './primaryForm';

export function PrimaryForm({ info }: { readonly info: EndpointResponse<'realInfo'> }) {
  const { t } = useTranslation('account');
  const countries = useCountries();
  const isRestricted = (code: string) => countries.some(({ country, isRestricted: is }) => is && country === code);
  const { initial, choosePlace } = useFormWithPlace(startOfPrimary(info), 'address');
  const form = useIdentityForm({
    initial,
    problemsOf: (values: Form) => primaryProblems(values, info, isRestricted),
    toRequest,
    fieldOf: { AUTH_REGION_RESTRICTED: 'country', IDENTITY_NUMBER_TAKEN: 'idNumber' },
  });
  const bind = (field: keyof Form) => {
    const { problem, ...bound } = form.bind(field);
    return { ...bound, problem: problem ?? (isToRedo(info, form.values, field) ? t('identity.redo') : undefined) };
  };
  const keep = (field: 'idNumber' | 'address') => {
    const kept = keptOf(info, field);
    return kept === undefined ? undefined : t('identity.keep', { kept });
  };
  return (
    <form {...form.props}>
      <Stack gap={4}>
        <p>{t('identity.primaryBody')}</p>
        <CountryField label={t('identity.country')} {...bind('country')} />
        <TextField label={t('identity.firstName')} {...bind('firstName')} autoComplete="given-name" maxLength={200} />
        <TextField label={t('identity.lastName')} {...bind('lastName')} autoComplete="family-name" maxLength={200} />
        <SelectField
          label={t('identity.idType')}
          placeholder={t('identity.chooseIdType')}
          {...bind('idType')}
          options={idType.options.map((value) => ({ value, label: t(`identity.type.${value}`) }))}
        />
        <TextField
          label={t('identity.idNumber')}
          hint={keep('idNumber')}
          {...bind('idNumber')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={200}
        />
        <TextField
          label={t('identity.address')}
          hint={keep('address') ?? t('identity.addressHint')}
          {...bind('address')}
          autoComplete="street-address"
          maxLength={200}
          corner={
            <Button variant="quiet" size="sm" icon={Globe} onClick={() => choosePlace(form.values)}>
              {t('identity.choosePlace')}
            </Button>
          }
        />
        <FormProblem text={form.problem} />
        <Button type="submit" size="lg" isBlock isBusy={form.isBusy}>
          {t('identity.submit')}
        </Button>
      </Stack>
    </form>
  );
}
