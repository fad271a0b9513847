/** The problem of a participation's input, if any; the server checks the same again. */
import type { Project } from '@tessera/shared/contract';
import { amount, compare, isPositive, min, subtract, type Amount } from '@tessera/shared/money';

export type JoinProblem =
  | { readonly code: 'empty' | 'full' }
  | { readonly code: 'below' | 'above' | 'left' | 'tooMuch'; readonly bound: Amount };

type Terms = Pick<Project, 'min' | 'max' | 'capacity' | 'taken' | 'participants' | 'maxParticipants'>;

/** The capacity that is left for all people; undefined: no bound. */
const leftOf = ({ capacity, taken }: Terms): Amount | undefined =>
  capacity === null ? undefined : subtract(amount(capacity), amount(taken));

/** The largest amount: the available balance, within every bound. */
export function mostOf(project: Terms, available: Amount): Amount {
  const most = min(available, amount(project.max));
  const left = leftOf(project);
  return left === undefined ? most : min(most, left);
}

/** `wanted`: undefined while the typed amount is not valid. Without `available`, only the project's bounds are checked. */
export function joinProblem(wanted: Amount | undefined, project: Terms, available?: Amount): JoinProblem | undefined {
  const [least, most, left] = [amount(project.min), amount(project.max), leftOf(project)];
  if (project.participants >= project.maxParticipants || (left !== undefined && compare(left, least) < 0))
    return { code: 'full' };
  if (wanted === undefined || !isPositive(wanted)) return { code: 'empty' };
  if (compare(wanted, least) < 0) return { code: 'below', bound: least };
  if (compare(wanted, most) > 0) return { code: 'above', bound: most };
  if (left !== undefined && compare(wanted, left) > 0) return { code: 'left', bound: left };
  return available !== undefined && compare(wanted, available) > 0 ? { code: 'tooMuch', bound: available } : undefined;
}
