/**
 * What is wrong with what was typed, as ordered rules over plain text; the first problem labels the button. The server
 * checks the same again: these rules only save a round trip.
 */
import { passwordLength } from '@tessera/shared/contract';

export type AccountProblem =
  | 'accountMissing'
  | 'emailInvalid'
  | 'phoneTooShort'
  | 'areaCodeMissing'
  | 'countryMissing'
  | 'countryRestricted'
  | 'passwordMissing'
  | 'passwordLength'
  | 'passwordsDiffer'
  | 'agreementMissing'
  | 'codeMissing'
  | 'oldPasswordMissing';

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const phoneDigitsMin = 6;
const codePattern = /^\d{6}$/;

export const isEmail = (text: string): boolean => emailPattern.test(text.trim());
export const phoneDigits = (text: string): string => text.replace(/[\s()+./-]/g, '');

/** Either an e-mail address or a phone number, as the login and the forgotten password take it. */
export function accountNameProblem(account: string): AccountProblem | undefined {
  const text = account.trim();
  if (text === '') return 'accountMissing';
  if (text.includes('@')) return isEmail(text) ? undefined : 'emailInvalid';
  const digits = phoneDigits(text);
  if (!/^\d+$/.test(digits)) return 'emailInvalid';
  return digits.length < phoneDigitsMin ? 'phoneTooShort' : undefined;
}

export function newPasswordProblem(password: string, passwordAgain: string): AccountProblem | undefined {
  if (password === '') return 'passwordMissing';
  if (password.length < passwordLength.min || password.length > passwordLength.max) return 'passwordLength';
  return password === passwordAgain ? undefined : 'passwordsDiffer';
}

export const codeProblem = (code: string): AccountProblem | undefined => (codePattern.test(code) ? undefined : 'codeMissing');
