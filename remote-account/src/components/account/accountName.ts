import { isHomeNumber } from './phoneCountry';

/** How a call names an account: the text as typed, and the country of a number that leaves it open. The server reads it. */
export interface AccountName {
  readonly account: string;
  readonly phoneCountry?: string;
}

export const accountName = (account: string, phoneCountry: string): AccountName => ({
  account: account.trim(),
  ...(isHomeNumber(account) ? { phoneCountry } : {}),
});
