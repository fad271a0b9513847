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
const walletPattern = /^0x[0-9a-f]{40}$/i;
const phoneDigitsMin = 6;
const codePattern = /^\d{6}$/;

export const isEmail = (text: string): boolean => emailPattern.test(text.trim());
export const phoneDigits = (text: string): string => text.replace(/[\s()+./-]/g, '');

export function emailProblem(email: string): AccountProblem | undefined {
  if (email.trim() === '') return 'accountMissing';
  return isEmail(email) ? undefined : 'emailInvalid';
}

/** An e-mail address, a phone number, or the address of a wallet to which a password was added, as the login takes it. */
export function accountNameProblem(account: string): AccountProblem | undefined {
  const text = account.trim();
  if (text === '' || text.includes('@')) return emailProblem(text);
  if (walletPattern.test(text)) return undefined;
  const digits = phoneDigits(text);
  if (!/^\d+$/.test(digits)) return 'emailInvalid';
  return digits.length < phoneDigitsMin ? 'phoneTooShort' : undefined;
}

export const accountNameProblems = (account: string, phoneCountry: string) => ({
  account: accountNameProblem(account),
  phoneCountry: isHomeNumber(account) && phoneCountry === '' ? ('areaCodeMissing' as const) : undefined,
});

export const phoneProblems = (
  phone: string,
  phoneCountry: string,
): { readonly [Field in 'phone' | 'phoneCountry']: AccountProblem | undefined } => ({
  phoneCountry: isHomeNumber(phone) && phoneCountry === '' ? 'areaCodeMissing' : undefined,
  phone: /^\d{6,}$/.test(phoneDigits(phone)) ? undefined : 'phoneTooShort',
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
