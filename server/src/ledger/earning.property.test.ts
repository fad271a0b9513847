/**
 * Deposits, loans and a project in any order, over days: bought, reviewed, left in parts, paid for each day, grown to their end, lent against coins
 * and deposits, repaid, sold, joined and ended; with commits that are cut off and calls that are made again. Every account keeps to a model to the
 * last unit. And the examination can fail: a book and an exchange that make a mistake are found, and so is one that keeps to another rule than the model.
 */
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { rules, type Rules } from '../../test/money/earningModel';
import {
  earningCommands,
  openEarningDesk,
  playEarning,
  type EarningCommand,
  type EarningDeed,
  type EarningDesk,
} from '../../test/money/earningPlay';
import { races } from '../../test/money/earningRaces';
import { keepRows } from '../../test/keepRows';
import { again, atBegin, instead, legs, withFault, withSaid, withWritten } from '../../test/plantFault';
import { useTradingExchange, type TradingExchange } from '../../test/tradingExchange';

const exchange = useTradingExchange();
let desk: EarningDesk;
let rowsBefore: () => Promise<void>;
/** All rows but the log's are as they were before anybody came: nothing is left of another play, or of what broke it. */
async function putBack(): Promise<void> {
  await rowsBefore();
  await desk.price(100_000);
}
beforeAll(async () => {
  desk = await openEarningDesk(exchange);
  rowsBefore = await keepRows(exchange.database, { except: ['tick', 'tick_head'] });
});
beforeEach(putBack);

const who = 0;
const which = 0;
const buy = (product: '1' | '2' | '3' | '4', sum: number): EarningDeed => ({ do: 'buy', who, product, sum });
const leave = (isWhole: boolean): EarningDeed => ({ do: 'leave', which, isWhole });
const pass = (days: number): EarningDeed => ({ do: 'pass', days });
const decide = (at: number, isApproved: boolean): EarningDeed => ({ do: 'decide', which: at, isApproved });
const takeBack = (at: number): EarningDeed => ({ do: 'takeBack', which: at });
const expire: EarningDeed = { do: 'expire' };
const borrow = (sum: number, coins: string): EarningDeed => ({ do: 'borrow', who, sum, coins });
const against = (of: number, isWhole: boolean, sum: number, coins = '0'): EarningDeed => ({
  do: 'borrowAgainst',
  ...{ of, isWhole, sum, coins },
});
const addDeposit = (of: number, isWhole: boolean): EarningDeed => ({ do: 'addDeposit', which, of, isWhole });
const repay = (sum: number, from: 'coin' | 'contract' = 'coin'): EarningDeed => ({ do: 'repay', which, sum, from });

const tour = {
  deposits: [
    ...[buy('1', 777), pass(3), leave(false), pass(1), leave(false), pass(4)],
    ...[buy('2', 457), pass(4), leave(false), leave(true), buy('3', 333), leave(false), pass(1), leave(true)],
  ],
  loans: [
    ...[borrow(333, '0.011'), pass(3), repay(7), { do: 'add', which } as const, pass(2), repay(900, 'contract'), repay(101)],
    ...[pass(5), repay(900), borrow(701, '0.011'), borrow(700, '0.011')],
  ],
  // At 60,000 the first stands at 83 %, the second just below. At 40,000 what is sold of that one is not enough.
  sale: [
    ...[borrow(500, '0.01'), repay(2.3), borrow(498, '0.0101')],
    ...[{ do: 'fall', to: 60_000 } as const, { do: 'fall', to: 40_000 } as const],
  ],
  gap: [borrow(600, '0.017'), { do: 'fall', to: 10_000 } as const],
  // A third and all of two deposits; all of the first does not leave, and nothing of the second is locked again. The second ends meanwhile.
  pledged: [
    ...[buy('3', 900), buy('1', 600), pass(2), against(0, false, 150), leave(true), leave(false)],
    ...[addDeposit(1, true), addDeposit(1, false), pass(4), pass(2), repay(900), leave(true)],
  ],
  // At 60,000 the coins of the second loan are enough, and its deposit comes back. At 10,000 the first is broken too, and the house pays the rest.
  broken: [
    ...[buy('3', 900), buy('2', 100), pass(3), against(0, false, 400, '0.005'), against(1, true, 580, '0.01')],
    ...[{ do: 'fall', to: 60_000 } as const, { do: 'fall', to: 10_000 } as const],
    ...[against(0, true, 500, '0.005'), { do: 'fall', to: 10_000 } as const],
  ],
  // Taken back, refused, never looked at, decided too late; the fifth stays its year. Nothing of it leaves early, or is lent against.
  reviewed: [
    ...[buy('4', 1001), buy('4', 999), takeBack(0), buy('4', 1002), pass(3), decide(0, true), decide(1, false)],
    ...[buy('4', 1003), pass(4), expire, pass(3), expire, takeBack(2), buy('4', 1004), pass(8), decide(3, true), takeBack(3)],
    ...[buy('4', 1005), pass(2), decide(4, true), decide(4, false), leave(true), against(0, true, 100), pass(1), expire],
    ...[buy('1', 600), against(1, true, 200), takeBack(4), repay(900), { do: 'leave', which: 1, isWhole: true } as const],
    pass(365),
  ],
  project: [
    ...[
      { do: 'join', who, sum: 101 } as const,
      { do: 'join', who: 1, sum: 777 } as const,
      { do: 'join', who, sum: 100 } as const,
    ],
    ...[pass(5), { do: 'end', share: -33_333_333 } as const],
  ],
  cancelled: [{ do: 'join', who, sum: 500 } as const, { do: 'end', share: 7_777_777 } as const],
} satisfies Readonly<Record<string, readonly EarningDeed[]>>;
type Part = keyof typeof tour;

/** Each third is cut off first, each third made again. */
const commandsOf = (part: Part): readonly EarningCommand[] =>
  tour[part].map((deed, index) => ({ deed, how: index % 3 === 0 ? 'once' : index % 3 === 1 ? 'cut' : 'again' }));

test.each(Object.keys(tour) as Part[])('one after the other, %s: every account has what the model says', async (part) => {
  const carriedOut = await playEarning(desk, commandsOf(part));
  expect(tour[part].map((deed) => deed.do).filter((name) => !carriedOut.has(name))).toEqual([]);
});

test('in any order: every account has what the model says', async () => {
  await fc.assert(
    fc.asyncProperty(earningCommands, async (commands) => {
      await putBack();
      await playEarning(desk, commands);
    }),
    // What fails is short enough to be read, and too slow to be shrunk.
    { numRuns: Number.parseInt(process.env['TESSERA_RUNS'] ?? '2', 10), endOnFailure: true },
  );
});

async function refused(part: Part, at: EarningDeed['do'], by?: Rules): Promise<void> {
  await expect(playEarning(desk, commandsOf(part), by)).rejects.toThrow(`after {"do":"${at}"`);
}

describe('found: a book that', () => {
  test.each<readonly [says: string, part: Part, at: EarningDeed['do'], fault: string]>([
    ['pays a day of a deposit twice', 'deposits', 'pass', again('^treasure_interest')],
    ['pays half of a day', 'deposits', 'pass', legs('^treasure_interest', 'l.amount / 2')],
    [
      'rounds a penalty down',
      'deposits',
      'leave',
      legs('^treasure_redeem', `l.amount + case a.kind when 'fee' then -0.000001 when 'coin' then 0.000001 else 0 end`),
    ],
    ['keeps a penalty as profit', 'deposits', 'leave', instead('^treasure_redeem', '^fee$', `'pnl'`)],
    ['gives back what was kept elsewhere', 'deposits', 'buy', instead('^treasure_buy', '^deposit$', `'coin_hold'`)],
    ['owes a day of a loan twice', 'loans', 'pass', again('^loan:[0-9]+:interest')],
    ['locks nothing', 'loans', 'borrow', instead('^loan:[0-9]+:pay$', '^collateral$', `'coin_hold'`)],
    ['takes twice what is repaid', 'loans', 'repay', legs(':repay:', '2 * l.amount')],
    ['pays what is missing out of profit', 'gap', 'fall', instead(':liquidation$', '^insurance$', `'pnl'`)],
    ['loses the fee of a sale', 'sale', 'fall', instead(':liquidation$', '^fee$', `'pnl'`)],
    ['pledges a deposit out of the coins', 'pledged', 'borrowAgainst', instead('^loan:[0-9]+:pay$', '^deposit$', `'coin'`)],
    ['frees a deposit as coin', 'broken', 'fall', instead(':liquidation$', '^deposit$', `'coin'`)],
    ['locks what an operator lets in', 'reviewed', 'decide', instead('^treasure_reviewed', '^deposit$', `'collateral'`)],
    ['keeps what was not wanted', 'reviewed', 'takeBack', instead('^treasure_reviewed', '^coin$', `'deposit'`)],
    ['ends a project twice', 'cancelled', 'end', again('^project:[0-9]+:end')],
  ])('%s', async (_, part, at, fault) => {
    await withFault(exchange.database, atBegin(fault), () => refused(part, at));
  });

  test('and nothing is found once their rows are put back', async () => {
    await playEarning(desk, commandsOf('cancelled'));
  });
});

describe('found: an exchange that', () => {
  type Fault = (of: TradingExchange, act: () => Promise<void>) => Promise<void>;
  const said =
    (found: string, other: string): Fault =>
    (_, act) =>
      withSaid(found, other, act);
  const rest = '$1::numeric + $2::numeric';
  test.each<readonly [says: string, part: Part, at: EarningDeed['do'], fault: Fault]>([
    ['misses the last day of a deposit that is over', 'deposits', 'pass', said('next_day <= $', 'next_day < $')],
    ['misses the last day of a loan that is over', 'loans', 'pass', said('"booked_day" < $', '"booked_day" + 1 < $')],
    [
      'takes the principal before the interest',
      'loans',
      'pass',
      said(
        '"principal_owed" = $1, "interest_owed" = $2',
        `"principal_owed" = greatest(0, ${rest} - "interest_owed"), "interest_owed" = least(${rest}, "interest_owed")`,
      ),
    ],
    [
      'sells only above the level',
      'sale',
      'fall',
      ({ database }, act) => withWritten(database, 'loan', 'new.liquidation_ltv := new.liquidation_ltv + 0.000001', act),
    ],
  ])('%s', async (_, part, at, fault) => {
    await fault(exchange, () => refused(part, at));
  });
});

describe('found: an exchange that would', () => {
  const digit = 10n ** 12n;
  const up = (sum: bigint, by = 1n): bigint => ((sum + by * digit - 1n) / (by * digit)) * digit;
  test.each<readonly [says: string, part: Part, at: EarningDeed['do'], by: Partial<Rules>]>([
    ['pay the day that is not over', 'deposits', 'pass', { daysPaid: (today) => today + 1 }],
    ['begin a deposit on the day of its purchase', 'deposits', 'pass', { firstDay: (today) => today }],
    [
      'hold what nobody looked at for longer',
      'reviewed',
      'expire',
      { isOutOfTime: (untilMs, nowMs) => untilMs < nowMs - 86_400_000 },
    ],
    ['let go what is locked', 'pledged', 'leave', { isFree: () => true }],
    ['give back what has ended as if it had not', 'pledged', 'repay', { homeAtEnd: 'deposit' }],
    ['break deposits before coins', 'broken', 'fall', { areCoinsFirst: false }],
    ['break a deposit for nothing', 'broken', 'fall', { broken: () => 0n }],
    ['round up what a project gives back', 'project', 'end', { share: up }],
  ])('%s', async (_, part, at, by) => {
    await refused(part, at, { ...rules, ...by });
  });
});

describe('at once', () => {
  const two = ['ok', 'ok'];
  const wanted: Readonly<Record<keyof typeof races, readonly string[]>> = {
    product: ['TREASURE_FULL', ...two, 'taken 10000000'],
    project: ['TREASURE_FULL', ...two, 'participants 2'],
    repayment: ['ok', ...two, 'owed 900.5'],
  };
  const race = async (of: TradingExchange, name: keyof typeof races) => expect(await races[name](of)).toEqual(wanted[name]);

  const anyKey = atBegin(`p_key := array(select key || gen_random_uuid() from unnest(p_key) key);`);
  const mutants: Readonly<Record<keyof typeof races, (of: TradingExchange, act: () => Promise<void>) => Promise<void>>> = {
    product: (_, act) => withSaid(`and mode = $2 for update`, `and mode = $2`, act),
    async project({ database: { owner } }, act) {
      // The database itself counts too.
      await owner.query(`do $$ begin execute (select 'alter table project drop constraint ' || quote_ident(conname) from pg_constraint
        where conrelid = 'project'::regclass and pg_get_constraintdef(oid) like '%participants <= max_participants%'); end $$`);
      await withSaid('hold_project($1::bigint)', '$1::bigint', act);
    },
    repayment: ({ database }, act) => withFault(database, anyKey, act, 'claim_keys'),
  };

  test.each(Object.keys(mutants) as (keyof typeof races)[])(
    '%s: so many get it as it is enough for; without what holds it back, found',
    async (name) => {
      await race(exchange, name);
      await putBack();
      await expect(mutants[name](exchange, () => race(exchange, name))).rejects.toThrow('toEqual');
    },
  );
});
