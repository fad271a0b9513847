/** The registration form and its rules. */
import { emailProblem, newPasswordProblems, phoneDigits, type AccountProblem } from '../../components/account/accountProblem';
import { isHomeNumber, ownCountry } from '../../components/account/phoneCountry';

export interface RegisterForm {
  readonly kind: 'email' | 'phone';
  readonly email: string;
  readonly phoneCountry: string;
  readonly phone: string;
  readonly country: string;
  readonly password: string;
  readonly passwordAgain: string;
  readonly invitationCode: string;
  readonly acceptsAgreement: boolean;
}

export const emptyRegisterForm: RegisterForm = {
  kind: 'email',
  email: '',
  phoneCountry: ownCountry(),
  phone: '',
  country: '',
  password: '',
  passwordAgain: '',
  invitationCode: '',
  acceptsAgreement: false,
};

type Problems = Partial<Record<keyof RegisterForm, AccountProblem | undefined>>;

export const registerProblems = (form: RegisterForm, isRestricted: (country: string) => boolean): Problems => ({
  ...nameProblems(form),
  country: form.country === '' ? 'countryMissing' : isRestricted(form.country) ? 'countryRestricted' : undefined,
  ...newPasswordProblems(form.password, form.passwordAgain),
  acceptsAgreement: form.acceptsAgreement ? undefined : 'agreementMissing',
});

function nameProblems({ kind, email, phoneCountry, phone }: RegisterForm): Problems {
  if (kind === 'email') return { email: emailProblem(email) };
  return {
    phoneCountry: isHomeNumber(phone) && phoneCountry === '' ? 'areaCodeMissing' : undefined,
    phone: /^\d{6,}$/.test(phoneDigits(phone)) ? undefined : 'phoneTooShort',
  };
}
