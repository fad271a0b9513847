/** What an incident gave back less because its holder won others of that time: counted again over all his contracts that it meets. */
import { check, type Check } from './Check';
import { compare, exact, minus, plus, sumOf, textOf, zero } from './Exact';
import type { Incident } from './shapes';

export interface SecondsOfAccount {
  readonly order: {
    readonly id: string;
    readonly symbol: string;
    readonly asset: string;
    readonly stake: string;
    readonly fee: string;
    readonly returned: string | null;
    readonly profit: string | null;
    readonly outcome: string | null;
    readonly voidReason: string | null;
    readonly acceptedAtMs: number;
    readonly expiresAtMs: number;
  };
  readonly proofs: readonly unknown[];
}

const incidentOf = ({ proofs: [proof] }: SecondsOfAccount): Incident | null =>
  (proof as { readonly incident?: Incident | null } | undefined)?.incident ?? null;
const isVoided = ({ order }: SecondsOfAccount): boolean => order.voidReason === 'incident';

/**
 * All that an incident voided brings back, together, at least what they cost less what the others of that time won. undefined: nothing was
 * set off. 'partial': contracts are left out of the file.
 */
export function setOffCheck(one: SecondsOfAccount, all: readonly SecondsOfAccount[], isWhole: boolean): Check | undefined {
  const { asset, stake, fee, returned } = one.order;
  const incident = incidentOf(one);
  if (!isVoided(one) || incident === null || returned === null) return undefined;
  if (compare(exact(returned), plus(exact(stake), exact(fee))) >= 0) return undefined;
  const met = all.filter(
    ({ order }) =>
      order.asset === asset &&
      order.symbol === incident.symbol &&
      order.acceptedAtMs <= incident.toMs &&
      order.expiresAtMs >= incident.fromMs,
  );
  const isDue = (each: SecondsOfAccount): boolean => isVoided(each) && incidentOf(each)?.id === incident.id;
  const due = met.filter(isDue).map(({ order }) => order);
  const others = met.filter((each) => !isDue(each) && each.order.outcome !== 'lost').map(({ order }) => order);
  const won = sumOf(others.map(({ profit }) => exact(profit ?? '0')));
  const cost = sumOf(due.map((order) => plus(exact(order.stake), exact(order.fee))));
  const owed = compare(won, zero) > 0 ? minus(cost, won) : cost;
  const back = sumOf(due.map((order) => exact(order.returned ?? '0')));
  const isOwed = compare(back, owed) < 0;
  return check('setOff', !isOwed ? 'ok' : isWhole ? 'failed' : 'partial', textOf(back), `${textOf(cost)} - ${textOf(won)}`);
}
