/**
 * What an incident gives back where its holder won other contracts of that time (docs/decisions/0084): to all that it voids, together,
 * stakes and fees less what the others won. Incidents are numbered in the order in which they were published.
 */
import { add, amount, compare, subtract, zero, type Amount } from '../money';

/** A contract as far as it counts. `incident`: what voided it. */
export interface MetContract {
  readonly order: {
    readonly stake: string;
    readonly fee: string;
    readonly outcome: string | null;
    readonly returned: string | null;
    readonly profit: string | null;
  };
  readonly incident: { readonly id: string } | null;
}

export interface SetOffSum {
  /** What the incident gave back. */
  readonly back: Amount;
  /** Stakes and fees of all contracts that ran, or were lost, when it was published. */
  readonly cost: Amount;
  /** What the others won; not below zero. */
  readonly won: Amount;
  readonly isEnough: boolean;
}

/** Ran, or was lost, when the incident was published: a later one may have voided it since. */
export const isDue = ({ order: { outcome }, incident }: MetContract, incidentId: string): boolean =>
  outcome === null || outcome === 'lost' || (incident !== null && Number(incident.id) >= Number(incidentId));

const sum = (figures: readonly (string | null)[]): Amount => figures.reduce((all, one) => add(all, amount(one ?? '0')), zero);

/** `contracts`: all of one holder, account mode and asset that the incident meets. */
export function setOffSum(contracts: readonly MetContract[], incidentId: string): SetOffSum {
  const due = contracts.filter((one) => isDue(one, incidentId));
  const back = sum(due.map(({ order, incident }) => (incident?.id === incidentId ? order.returned : null)));
  const cost = sum(due.flatMap(({ order }) => [order.stake, order.fee]));
  const gained = sum(contracts.flatMap((one) => (isDue(one, incidentId) ? [] : [one.order.profit])));
  const won = compare(gained, zero) > 0 ? gained : zero;
  return { back, cost, won, isEnough: compare(back, subtract(cost, won)) >= 0 };
}
