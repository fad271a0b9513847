/** The registration forms and their rules. */
import { emailProblem, newPasswordProblems, phoneProblems, type AccountProblem } from '../../components/account/accountProblem';
import { ownCountry } from '../../components/account/phoneCountry';

export type PasswordKind = 'email' | 'phone';

/** What everybody is asked for. */
export interface RegisterTermsForm {
  readonly country: string;
  readonly invitationCode: string;
  readonly acceptsAgreement: boolean;
}

export interface RegisterForm extends RegisterTermsForm {
  readonly email: string;
  readonly phoneCountry: string;
  readonly phone: string;
  readonly password: string;
  readonly passwordAgain: string;
}

export const emptyTerms: RegisterTermsForm = { country: '', invitationCode: '', acceptsAgreement: false };

export const emptyRegisterForm: RegisterForm = {
  ...emptyTerms,
  email: '',
  phoneCountry: ownCountry(),
  phone: '',
  password: '',
  passwordAgain: '',
};

export const termsRequest = ({ country, invitationCode }: RegisterTermsForm) => ({
  ...(invitationCode.trim() === '' ? {} : { invitationCode: invitationCode.trim() }),
  country,
  acceptsAgreement: 'true' as const,
});

type Problems<Form> = Partial<Record<keyof Form, AccountProblem | undefined>>;

export const termsProblems = (
  { country, acceptsAgreement }: RegisterTermsForm,
  isRestricted: (country: string) => boolean,
): Problems<RegisterTermsForm> => ({
  country: country === '' ? 'countryMissing' : isRestricted(country) ? 'countryRestricted' : undefined,
  acceptsAgreement: acceptsAgreement ? undefined : 'agreementMissing',
});

export const registerProblems = (
  kind: PasswordKind,
  form: RegisterForm,
  isRestricted: (country: string) => boolean,
): Problems<RegisterForm> => ({
  ...(kind === 'email' ? { email: emailProblem(form.email) } : phoneProblems(form.phone, form.phoneCountry)),
  ...newPasswordProblems(form.password, form.passwordAgain),
  ...termsProblems(form, isRestricted),
});
