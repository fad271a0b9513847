/**
 * How often. Every address has a general allowance; calls that cost more have their own: orders per user, histories and
 * reports per address. These live in memory, because losing them at a restart harms nobody. Limits that must survive
 * (guesses at passwords and codes) belong to identity and live in the database.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '@tessera/shared/errors';
import { endpoints } from '@tessera/shared/contract';
import type { EndpointName } from '@tessera/shared/contract';

interface Allowance {
  readonly calls: number;
  readonly seconds: number;
}
export type LimitGroup = 'general' | 'orders' | 'history' | 'reports' | 'puzzles';

const allowances: Readonly<Record<LimitGroup, Allowance>> = {
  general: { calls: 1500, seconds: 30 },
  orders: { calls: 60, seconds: 10 },
  history: { calls: 200, seconds: 10 },
  reports: { calls: 30, seconds: 60 },
  puzzles: { calls: 120, seconds: 60 },
};

const histories: ReadonlySet<EndpointName> = new Set([
  'timeshare',
  'whTimeshare',
  'anchors',
  'secondsProve',
  'walletDetail',
  'secondsOrders',
  'secondsWhOrders',
  'statistics',
]);

export function limitGroupOf(name: EndpointName): LimitGroup | undefined {
  if (name === 'clientReport') return 'reports';
  if (name === 'puzzleNew' || name === 'puzzleVerify') return 'puzzles';
  if (histories.has(name)) return 'history';
  return 'movesMoney' in endpoints[name] ? 'orders' : undefined;
}

export interface Limits {
  /** Throws TOO_MANY_REQUESTS with the seconds to wait. */
  spend(group: LimitGroup, key: string): Promise<void>;
}

/** `factor` multiplies every allowance: load tests come from one address. */
export function createLimits(factor: number): Limits {
  const limiters = new Map(
    Object.entries(allowances).map(([group, { calls, seconds }]) => [
      group,
      new RateLimiterMemory({ keyPrefix: group, points: Math.max(1, Math.round(calls * factor)), duration: seconds }),
    ]),
  );
  return {
    async spend(group, key) {
      try {
        await limiters.get(group)?.consume(key);
      } catch (spent) {
        if (!(spent instanceof RateLimiterRes)) throw spent;
        throw new AppError('TOO_MANY_REQUESTS', {
          params: { seconds: String(Math.max(1, Math.ceil(spent.msBeforeNext / 1000))) },
        });
      }
    },
  };
}
