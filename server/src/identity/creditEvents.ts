/** The published formula of the credit score (docs/credit.md): facts in, events with points out. Pure. */
import type { CreditKind, EndpointResponse } from '@tessera/shared/contract';

type Credit = EndpointResponse<'credit'>;
type Rule = Credit['rules'][number];
type Event = Credit['events'][number];

const dayMs = 86_400_000;
export const monthMs = 30 * dayMs;

/** Orders count on the real account alone, and no more than the last of these: nobody should trade for the score. */
export const countedOrders = [1, 10, 100] as const;

export const creditRules: readonly Rule[] = [
  { kind: 'registered', points: 100, times: 1 },
  { kind: 'primary', points: 40, times: 1 },
  { kind: 'advanced', points: 60, times: 1 },
  { kind: 'one_time_codes', points: 30, times: 1 },
  { kind: 'payment_password', points: 20, times: 1 },
  { kind: 'month', points: 3, times: 10 },
  { kind: 'orders', points: 5, count: countedOrders[0], times: 1 },
  { kind: 'orders', points: 5, count: countedOrders[1], times: 1 },
  { kind: 'orders', points: 10, count: countedOrders[2], times: 1 },
  { kind: 'locked', points: -50, days: 365 },
];

/** Instants at which each was true from; undefined: it is not. */
export interface CreditFacts {
  readonly nowMs: number;
  readonly registeredMs: number;
  readonly primaryMs: number | undefined;
  readonly advancedMs: number | undefined;
  readonly oneTimeCodesMs: number | undefined;
  readonly paymentPasswordMs: number | undefined;
  /** When the order of each number was settled. */
  readonly ordersMs: ReadonlyMap<number, number>;
  /** Each time that operators locked the account. */
  readonly lockedMs: readonly number[];
}

function instantsOf(rule: Rule, facts: CreditFacts): readonly (number | undefined)[] {
  const { nowMs, registeredMs } = facts;
  switch (rule.kind) {
    case 'registered':
      return [registeredMs];
    case 'primary':
      return [facts.primaryMs];
    case 'advanced':
      return [facts.advancedMs];
    case 'one_time_codes':
      return [facts.oneTimeCodesMs];
    case 'payment_password':
      return [facts.paymentPasswordMs];
    case 'month':
      return Array.from({ length: rule.times ?? 0 }, (_, before) => registeredMs + (before + 1) * monthMs);
    case 'orders':
      return [facts.ordersMs.get(rule.count ?? 0)];
    case 'locked':
      return facts.lockedMs.filter((atMs) => atMs > nowMs - (rule.days ?? 0) * dayMs);
  }
}

const placeOf = new Map<CreditKind, number>(creditRules.map(({ kind }, place) => [kind, place]));

/** Newest first; of one instant in the order of the rules. */
export function creditEvents(facts: CreditFacts): Event[] {
  return creditRules
    .flatMap((rule) => {
      const { kind, points, count } = rule;
      return instantsOf(rule, facts)
        .filter((atMs) => atMs !== undefined && atMs <= facts.nowMs)
        .map((atMs) => ({ kind, points, ...(count === undefined ? {} : { count }), atMs: atMs as number }));
    })
    .sort((one, other) => other.atMs - one.atMs || (placeOf.get(one.kind) ?? 0) - (placeOf.get(other.kind) ?? 0));
}

export const creditScore = (events: readonly Event[]): number =>
  Math.max(
    0,
    events.reduce((sum, { points }) => sum + points, 0),
  );

export const mostCredit = creditRules.reduce((sum, { points, times = 0 }) => sum + points * times, 0);
