/** The problem of a loan's input, if any; the server checks the same again. */
import type { LoanTerm } from '@tessera/shared/contract';
import { amount, compare, isPositive, rate, type Amount } from '@tessera/shared/money';
import type { ChosenSum } from './collateral';
import type { LoanQuote } from './useLoanQuote';

export type LoanProblem =
  | { readonly code: 'collateral' | 'collateralAmount' | 'tooManyKinds' | 'empty' | 'ltv' | 'unknown' | 'agree' }
  | { readonly code: 'collateralTooMuch' | 'below' | 'above' | 'available'; readonly bound: string; readonly asset: string };

/** The most pieces of collateral per request. */
const mostPieces = 10;

export function collateralProblem(chosen: readonly ChosenSum[]): LoanProblem | undefined {
  if (chosen.length === 0) return { code: 'collateral' };
  if (chosen.length > mostPieces) return { code: 'tooManyKinds' };
  for (const { source, sum } of chosen) {
    if (sum === undefined || !isPositive(sum)) return { code: 'collateralAmount' };
    if (compare(sum, amount(source.free)) > 0) return { code: 'collateralTooMuch', bound: source.free, asset: source.asset };
  }
  return undefined;
}

/** The problem of the amount, by the bounds of its term. */
export function sumProblem(wanted: Amount | undefined, term: Pick<LoanTerm, 'min' | 'max' | 'asset'>): LoanProblem | undefined {
  if (wanted === undefined || !isPositive(wanted)) return { code: 'empty' };
  if (compare(wanted, amount(term.min)) < 0) return { code: 'below', bound: term.min, asset: term.asset };
  if (compare(wanted, amount(term.max)) > 0) return { code: 'above', bound: term.max, asset: term.asset };
  return undefined;
}

/** The problem of the server's quote: a loan begins at its initial level or below. */
export function quoteProblem({ ltvAfter }: LoanQuote, { initialLtv }: Pick<LoanTerm, 'initialLtv'>): LoanProblem | undefined {
  if (ltvAfter === null) return { code: 'unknown' };
  return compare(rate(ltvAfter), rate(initialLtv)) > 0 ? { code: 'ltv' } : undefined;
}

/** The problem of a repayment from one account. */
export function repayProblem(wanted: Amount | undefined, available: Amount, asset: string): LoanProblem | undefined {
  if (wanted === undefined || !isPositive(wanted)) return { code: 'empty' };
  return compare(wanted, available) > 0 ? { code: 'available', bound: available.toFixed(), asset } : undefined;
}
