/** What keeps an exchange from being quoted, before the server is asked. */
import type { FlashAsset } from '@tessera/shared/contract';
import { amount, compare, isPositive, type Amount } from '@tessera/shared/money';

export type FlashProblem =
  | { readonly code: 'same' | 'empty' }
  | { readonly code: 'below' | 'above' | 'tooMuch'; readonly bound: Amount };

/** In the order in which a person can do something about it. */
export function flashProblem(
  given: Amount | undefined,
  { from, to, available }: { readonly from: FlashAsset; readonly to: FlashAsset; readonly available: Amount },
): FlashProblem | undefined {
  if (from.asset === to.asset) return { code: 'same' };
  if (given === undefined || !isPositive(given)) return { code: 'empty' };
  if (compare(given, amount(from.min)) < 0) return { code: 'below', bound: amount(from.min) };
  if (compare(given, amount(from.max)) > 0) return { code: 'above', bound: amount(from.max) };
  return compare(given, available) > 0 ? { code: 'tooMuch', bound: available } : undefined;
}
