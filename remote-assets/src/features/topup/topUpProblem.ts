/** What is wrong with a top-up before it is sent; the server judges by the same terms again. */
import { amount, compare, isPositive, type Amount } from '@tessera/shared/money';

export type TopUpProblem = 'missing' | 'below' | 'above' | 'picture';

export function topUpProblem(
  wanted: Amount | undefined,
  { min, max }: { readonly min: string; readonly max: string },
  { needsPicture, pictures }: { readonly needsPicture: boolean; readonly pictures: number },
): TopUpProblem | undefined {
  if (wanted === undefined || !isPositive(wanted)) return 'missing';
  if (compare(wanted, amount(min)) < 0) return 'below';
  if (compare(wanted, amount(max)) > 0) return 'above';
  return needsPicture && pictures === 0 ? 'picture' : undefined;
}
