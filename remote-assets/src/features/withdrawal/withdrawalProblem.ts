/** What keeps a withdrawal from being asked for, before the server judges the same again. */
import type { EndpointResponse } from '@tessera/shared/contract';
import { amount, compare, isPositive, max, min, subtract, zero, type Amount } from '@tessera/shared/money';

type Check = EndpointResponse<'withdrawalCheck'>;
type NetworkTerms = Check['terms'][number];
/** Of a network; without one of what goes out to cards. */
export type WithdrawalTerms = Omit<NetworkTerms, 'network' | 'networkName'> & Partial<NetworkTerms>;
export type ShownCard = NonNullable<Check['card']>;

/** Of a payee. A card takes the first coin that goes out to cards. */
export const termsOf = (
  { terms, cardTerms = [] }: Pick<Check, 'terms' | 'cardTerms'>,
  payee: { readonly kind: 'wallet' | 'bank_card'; readonly asset: string | null; readonly network: string | null } | undefined,
): WithdrawalTerms | undefined =>
  payee?.kind === 'bank_card'
    ? cardTerms[0]
    : terms.find(({ asset, network }) => asset === payee?.asset && network === payee.network);

export type WithdrawalProblem =
  | { readonly code: 'payee' | 'empty' }
  | { readonly code: 'below'; readonly min: string }
  | { readonly code: 'above'; readonly max: string }
  | { readonly code: 'tooMuch'; readonly available: string }
  | { readonly code: 'dayLimit'; readonly left: string };

/** `wanted`: undefined while nothing readable is typed. */
export function withdrawalProblem(wanted: Amount | undefined, terms: WithdrawalTerms | undefined): WithdrawalProblem | undefined {
  if (terms === undefined) return { code: 'payee' };
  if (wanted === undefined || !isPositive(wanted)) return { code: 'empty' };
  if (compare(wanted, amount(terms.min)) < 0) return { code: 'below', min: terms.min };
  if (compare(wanted, amount(terms.available)) > 0) return { code: 'tooMuch', available: terms.available };
  if (compare(wanted, amount(terms.max)) > 0) return { code: 'above', max: terms.max };
  if (terms.left !== undefined && compare(wanted, amount(terms.left)) > 0) return { code: 'dayLimit', left: terms.left };
  return undefined;
}

/** All that there is, as far as one request, and the limit of the day, let it go. */
export const mostOf = ({ available, max: most, left = most }: WithdrawalTerms): Amount =>
  min(amount(available), min(amount(most), amount(left)));

/** What arrives of it. */
export const received = (wanted: Amount, { fee }: WithdrawalTerms): Amount => max(zero, subtract(wanted, amount(fee)));
