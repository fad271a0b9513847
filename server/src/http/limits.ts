/**
 * How often. Every address has a general allowance; calls that cost more have their own, by the person where one is known, so
 * that nobody uses up what others behind his address have. These live in memory, because losing them at a restart harms nobody. Limits that must survive
 * (guesses at passwords and codes) belong to identity and live in the database.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '@tessera/shared/errors';
import { endpoints } from '@tessera/shared/contract';
import type { EndpointName } from '@tessera/shared/contract';
import type { SignedIn } from './handler';

interface Allowance {
  readonly calls: number;
  readonly seconds: number;
}
/** `histories`: of an address, for those behind it who are signed in. `files`, `documents`, `pictures`, `statements`, `callbacks`: what is outside the endpoint table. */
export type LimitGroup =
  | 'general'
  | 'orders'
  | 'switches'
  | 'ends'
  | 'history'
  | 'histories'
  | 'heavy'
  | 'log'
  | 'published'
  | 'reports'
  | 'puzzles'
  | 'uploads'
  | 'chats'
  | 'pictures'
  | 'statements'
  | 'files'
  | 'documents'
  | 'callbacks'
  | 'operations'
  | 'operatorSignIns';

const allowances: Readonly<Record<LimitGroup, Allowance>> = {
  general: { calls: 1500, seconds: 30 },
  orders: { calls: 60, seconds: 10 },
  // Each ends a session and opens one.
  switches: { calls: 20, seconds: 60 },
  // Of a session, not of the person: who sits at a stolen one does not use up what its owner ends it with.
  ends: { calls: 20, seconds: 60 },
  history: { calls: 200, seconds: 10 },
  histories: { calls: 2000, seconds: 10 },
  heavy: { calls: 60, seconds: 60 },
  // A day of one market in a minute, beside which his own proofs are still answered.
  log: { calls: 240, seconds: 60 },
  // Long answers. The app asks ten times when it is opened, and as often every ten minutes; also while a day is drawn again.
  published: { calls: 480, seconds: 60 },
  reports: { calls: 30, seconds: 60 },
  puzzles: { calls: 120, seconds: 60 },
  // All that a person may keep, and some tries.
  uploads: { calls: 60, seconds: 600 },
  // What somebody writes who is in a hurry.
  chats: { calls: 30, seconds: 60 },
  pictures: { calls: 240, seconds: 60 },
  statements: { calls: 60, seconds: 60 },
  files: { calls: 6000, seconds: 30 },
  documents: { calls: 30, seconds: 60 },
  // Of one sender, whoever he is: more payments than that end nowhere in a minute.
  callbacks: { calls: 600, seconds: 60 },
  // An operator's page asks again every few seconds.
  operations: { calls: 600, seconds: 60 },
  operatorSignIns: { calls: 30, seconds: 60 },
};

/** What the endpoint's row does not say of a call. */
const groups: Partial<Readonly<Record<EndpointName, LimitGroup>>> = {
  clientReport: 'reports',
  puzzleNew: 'puzzles',
  puzzleVerify: 'puzzles',
  // It moves no money, but writes orders and events.
  leverageSetStop: 'orders',
  switchAccount: 'switches',
  upload: 'uploads',
  serviceSend: 'chats',
  serviceConversation: 'history',
  serviceRead: 'history',
  endDevices: 'ends',
  // Each writes a row for whoever asks.
  addressText: 'puzzles',
  // It holds the person's row, and seals what he says.
  realName: 'switches',
  // Each holds the person's row, or judges a password.
  payeeSave: 'switches',
  payeeDelete: 'switches',
  payeeReveal: 'switches',
  payeeCheck: 'history',
  payeeList: 'history',
  // Each holds the person's row.
  setLimit: 'switches',
  takeBreak: 'switches',
  // It holds the person's row.
  topUpAddress: 'switches',
  topUpLog: 'history',
  c2cOffers: 'history',
  c2cOrders: 'history',
  alertSet: 'switches',
  alertDelete: 'orders',
  alertList: 'history',
  // Once a minute; it writes.
  sitting: 'history',
  // They read a whole history, or every tick of an order's life.
  statistics: 'heavy',
  tickRange: 'log',
  anchors: 'published',
  witnessed: 'published',
  feedDays: 'published',
  publicRecord: 'published',
  catalogTerms: 'published',
  liabilities: 'published',
  liabilityProof: 'history',
  secondsProve: 'heavy',
  spotProve: 'heavy',
  leverageProve: 'heavy',
  flashProve: 'heavy',
  loanProve: 'heavy',
  timeshare: 'history',
  whTimeshare: 'history',
  logDays: 'history',
  walletDetail: 'history',
  statement: 'history',
  statementFile: 'history',
  walletHistory: 'history',
  withdrawalCheck: 'history',
  withdrawalLog: 'history',
  // It writes a quote, when one is asked for.
  flashList: 'orders',
  flashHistory: 'history',
  treasureProducts: 'history',
  treasureSummary: 'history',
  treasureOrders: 'history',
  treasureRecords: 'history',
  treasureRedemption: 'history',
  // Each holds the person's row and judges a proof.
  treasureDeposit: 'switches',
  treasureCancel: 'switches',
  projects: 'history',
  projectOrders: 'history',
  loanConfig: 'history',
  loanStatistics: 'history',
  loanOrders: 'history',
  loanQuote: 'history',
  whDeposits: 'history',
  devices: 'history',
  signIns: 'history',
  secondsOrders: 'history',
  secondsWhOrders: 'history',
  spotOrders: 'history',
  leverageOrders: 'history',
  leverageWhOrders: 'history',
  userMessages: 'history',
  // It looks through every text.
  newsList: 'history',
  invite: 'history',
  credit: 'history',
};

export const limitGroupOf = (name: EndpointName): LimitGroup | undefined =>
  groups[name] ?? ('movesMoney' in endpoints[name] ? 'orders' : undefined);

/** What a call uses up besides the general allowance. `user`: the person who is signed in; `visitor` for the address. */
export function spendingOf(
  name: EndpointName,
  user: Pick<SignedIn, 'userId' | 'sessionId'> | undefined,
  visitor: string,
): readonly (readonly [group: LimitGroup, key: string])[] {
  const group = limitGroupOf(name);
  if (group === undefined) return [];
  if (user === undefined || group === 'reports') return [[group, visitor]];
  const { userId, sessionId } = user;
  if (group === 'ends') return [[group, `${userId}|${sessionId}`]];
  return group === 'history'
    ? [
        [group, userId],
        ['histories', visitor],
      ]
    : [[group, userId]];
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
