import { useTranslation } from '@tessera/shared/kernel';
import { useBackWhenDone, useDialogs, useEndpoint, useEndpointForm } from '@tessera/shared/react';
import { TextField } from '@tessera/shared/ui';
import { accountName } from '../../components/account/accountName';
import { codeProblem, phoneProblems } from '../../components/account/accountProblem';
import { ownCountry } from '../../components/account/phoneCountry';
import { PhoneCountryField } from '../../components/account/PhoneCountryField';
import { useProblemText } from '../../components/useProblemText';
import { BindWayForm } from './BindWayForm';

const initial = { phone: '', phoneCountry: ownCountry(), code: '' };

export function BindPhonePage() {
  const { t } = useTranslation('account');
  const back = useBackWhenDone();
  const dialogs = useDialogs();
  const problemText = useProblemText();
  const { data: user } = useEndpoint('userInfo', {});
  const form = useEndpointForm('bindPhone', {
    initial,
    problemsOf: ({ phone, phoneCountry, code }) => ({ ...phoneProblems(phone, phoneCountry), code: codeProblem(code) }),
    problemText,
    toRequest({ phone, phoneCountry, code }) {
      const { account, ...place } = accountName(phone, phoneCountry);
      return { phone: account, ...place, code };
    },
    proof: 'stepUp',
    fieldOf: {
      AUTH_WRONG_CODE: 'code',
      AUTH_ACCOUNT_TAKEN: 'phone',
      AUTH_ACCOUNT_INVALID: 'phone',
      AUTH_REGION_RESTRICTED: 'phone',
    },
    refreshes: ['userInfo'],
    onDone() {
      dialogs.toast(t('phone.done'), { tone: 'success' });
      back();
    },
  });
  const { phone, phoneCountry } = form.values;
  const isComplete = Object.values(phoneProblems(phone, phoneCountry)).every((problem) => problem === undefined);
  return (
    <BindWayForm
      purpose="bind_phone"
      form={form}
      texts={{
        title: t('phone.title'),
        replaceTitle: t('phone.replace'),
        present: t('phone.present'),
        hold: t('phone.hold'),
        what: t('phone.what', { phone: phone.trim() }),
      }}
      bound={user?.phone ?? undefined}
      to={isComplete ? accountName(phone, phoneCountry) : undefined}
    >
      <PhoneCountryField {...form.bind('phoneCountry')} />
      <TextField label={t('register.phone')} type="tel" {...form.bind('phone')} autoComplete="tel-national" inputMode="tel" />
    </BindWayForm>
  );
}
