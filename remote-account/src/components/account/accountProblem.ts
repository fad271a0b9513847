/** What is wrong with what was typed, as rules over plain text. The server checks the same again: these only save a round trip. */
import { passwordLength } from '@tessera/shared/contract';
import { isHomeNumber } from './phoneCountry';

export type AccountProblem =
  | 'accountMissing'
  | 'emailInvalid'
  | 'phoneTooShort'
  | 'areaCodeMissing'
  | 'countryMissing'
  | 'countryRestricted'
  | 'firstNameMissing'
  | 'lastNameMissing'
  | 'idTypeMissing'
  | 'idNumberMissing'
  | 'idNumberShort'
  | 'addressMissing'
  | 'pictureMissing'
  | 'passwordMissing'
  | 'passwordLength'
  | 'passwordsDiffer'
  | 'agreementMissing'
  | 'codeMissing'
  | 'oldPasswordMissing'
  | 'oneTimeCodeMissing';

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const phoneDigitsMin = 6;
const codePattern = /^\d{6}$/;

export const isEmail = (text: string): boolean => emailPattern.test(text.trim());
export const phoneDigits = (text: string): string => text.replace(/[\s()+./-]/g, '');

export function emailProblem(email: string): AccountProblem | undefined {
  if (email.trim() === '') return 'accountMissing';
  return isEmail(email) ? undefined : 'emailInvalid';
}

/** Either an e-mail address or a phone number, as the login and the forgotten password take it. */
export function accountNameProblem(account: string): AccountProblem | undefined {
  const text = account.trim();
  if (text === '' || text.includes('@')) return emailProblem(text);
  const digits = phoneDigits(text);
  if (!/^\d+$/.test(digits)) return 'emailInvalid';
  return digits.length < phoneDigitsMin ? 'phoneTooShort' : undefined;
}

export const accountNameProblems = (account: string, phoneCountry: string) => ({
  account: accountNameProblem(account),
  phoneCountry: isHomeNumber(account) && phoneCountry === '' ? ('areaCodeMissing' as const) : undefined,
});

export const newPasswordProblems = (
  password: string,
  passwordAgain: string,
): { readonly [Field in 'password' | 'passwordAgain']: AccountProblem | undefined } => ({
  password: newPasswordProblem(password),
  passwordAgain: password === passwordAgain ? undefined : 'passwordsDiffer',
});

function newPasswordProblem(password: string): AccountProblem | undefined {
  if (password === '') return 'passwordMissing';
  return password.length < passwordLength.min || password.length > passwordLength.max ? 'passwordLength' : undefined;
}

export const codeProblem = (code: string): AccountProblem | undefined => (codePattern.test(code) ? undefined : 'codeMissing');
