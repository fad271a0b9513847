/** The registration form's rules, in the order in which a person meets the fields. */
import { isEmail, newPasswordProblem, phoneDigits, type AccountProblem } from '../../components/accountProblem';

export interface RegisterForm {
  readonly kind: 'email' | 'phone';
  readonly email: string;
  readonly areaCode: string;
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
  areaCode: '',
  phone: '',
  country: '',
  password: '',
  passwordAgain: '',
  invitationCode: '',
  acceptsAgreement: false,
};

export function registerProblem(form: RegisterForm, isRestricted: (country: string) => boolean): AccountProblem | undefined {
  return (
    nameProblem(form) ??
    (form.country === '' ? 'countryMissing' : isRestricted(form.country) ? 'countryRestricted' : undefined) ??
    newPasswordProblem(form.password, form.passwordAgain) ??
    (form.acceptsAgreement ? undefined : 'agreementMissing')
  );
}

function nameProblem({ kind, email, areaCode, phone }: RegisterForm): AccountProblem | undefined {
  if (kind === 'email') {
    if (email.trim() === '') return 'accountMissing';
    return isEmail(email) ? undefined : 'emailInvalid';
  }
  if (areaCode === '') return 'areaCodeMissing';
  return /^\d{6,}$/.test(phoneDigits(phone)) ? undefined : 'phoneTooShort';
}
