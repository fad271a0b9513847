import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation, type EndpointForm } from '@tessera/shared/react';
import { Button, Checkbox, TextField } from '@tessera/shared/ui';
import { CountryField } from '../../components/account/CountryField';
import type { RegisterTermsForm } from './registerProblems';

/** What everybody is asked for who registers, by whatever way. */
export function RegisterTerms({ bind }: Pick<EndpointForm<'register', RegisterTermsForm>, 'bind'>) {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const { value: isAccepted, onChange: accept, problem: agreementProblem } = bind('acceptsAgreement');
  return (
    <>
      <CountryField label={t('register.country')} {...bind('country')} />
      <TextField
        label={t('register.invitation')}
        hint={t('register.invitationHint')}
        {...bind('invitationCode')}
        autoComplete="off"
        autoCapitalize="characters"
      />
      <Checkbox label={t('register.agreement')} isOn={isAccepted} onChange={accept} problem={agreementProblem} />
      <Button variant="quiet" onClick={() => navigation.navigate('/pages/help/detail', { id: 'agreement' })}>
        {t('register.readAgreement')}
      </Button>
    </>
  );
}
