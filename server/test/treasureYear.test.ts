/**
 * A year of Interest Treasure, drawn from one seed: purchases, redemptions whole and in part, of which some die at their commit and are asked for
 * again, and a calendar that is cut off, away for days, or sees its clock jump. Beside it somebody borrows, is called, repays and is sold, and a project
 * comes to its result. In the end every deposit earned what its schedule says, and every loan cost what its days say, to the last digit, and the book holds.
 */
import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { EndpointResponse, TreasureOrder } from '@tessera/shared/contract';
import { dailyRateOf, dayInterest, redeem } from '@tessera/shared/interest';
import { add, amount, multiply, rate, subtract, toText, zero, type Amount } from '@tessera/shared/money';
import { createCalendar, type DailyBooking } from '../src/calendar/Calendar';
import { dayMs, dayOf } from '../src/calendar/days';
import { createMessages } from '../src/content/messages';
import { shippedTexts } from '../src/content/texts';
import { findViolations, ledgerRules } from '../src/ledger/invariants';
import { createTestClock } from '../src/platform/Clock';
import { createLog } from '../src/platform/log';
import { createMetrics } from '../src/platform/metrics';
import { loanInterest } from '../src/products/loan/bookInterest';
import { loanLedgerRules } from '../src/products/loan/invariants';
import { projectLedgerRules } from '../src/products/project/invariants';
import { treasureBooking } from '../src/products/treasure/bookDays';
import { treasureLedgerRules } from '../src/products/treasure/invariants';
import { spotLedgerRules } from '../src/products/spot/invariants';
import { aProject, aSaver, bookEnds, join, publishResult } from './aProject';
import { openCutWire } from './cutWire';
import { openYearOfLoans } from './money/yearOfLoans';
import { drawFrom } from './randomTrader';
import { openTreasureDesk } from './treasureDesk';
import { useTradingExchange, type Person } from './tradingExchange';

const exchange = useTradingExchange();
const never = new AbortController().signal;

/** What a deposit should have done, kept beside it by the test: how much on which day. */
interface Expected {
  readonly id: string;
  readonly person: Person;
  readonly terms: TreasureOrder;
  startDay: number | undefined;
  /** Principal redeemed, by the day on which it was. */
  readonly left: { readonly day: number; readonly sum: Amount }[];
  isOver: boolean;
}

/** Days and penalties by the shared functions, day by day, from the principal of each day. */
function schedule({ terms, startDay, left }: Expected, untilDay: number): { earned: Amount; penalty: Amount; principal: Amount } {
  const daily = dailyRateOf({ ...terms, rate: rate(terms.rate), scale: 6 });
  let [principal, earned, rewards, carry, penalty] = [amount(terms.amount), zero, zero, zero, zero];
  const first = left.filter(({ day }) => day < (startDay ?? 0));
  const leaveOn = (gone: Expected['left']) => {
    for (const { sum } of gone) {
      const rule = terms.redemption;
      if (rule !== null) {
        const cost = redeem(sum, { principal, rewards, rule: { ...rule, value: rate(rule.value) }, daily });
        [penalty, rewards] = [add(penalty, cost.penalty), subtract(rewards, cost.rewards)];
      }
      principal = subtract(principal, sum);
    }
  };
  leaveOn(first);
  if (startDay === undefined) return { earned, penalty, principal };
  for (let day = startDay; day < Math.min(startDay + terms.days, untilDay); day += 1) {
    // What was left on this day was left before the day was over.
    leaveOn(left.filter((one) => one.day === day));
    if (toText(principal) === '0') break;
    const booked = dayInterest(principal, daily, carry);
    [earned, rewards, carry] = [add(earned, booked.interest), add(rewards, booked.interest), booked.carry];
  }
  leaveOn(left.filter(({ day }) => day >= Math.min(startDay + terms.days, untilDay)));
  return { earned, penalty, principal };
}

/** Of which the end is booked after a first try that died at its commit, by three at once. */
async function openProject(cutOff: Awaited<ReturnType<typeof openCutWire>>) {
  const nowMs = exchange.clock.now();
  const endsAtMs = nowMs + 100 * dayMs;
  const project = await aProject(exchange, { min: '1', closesAtMs: nowMs + dayMs, endsAtMs });
  const people = [await aSaver(exchange), await aSaver(exchange)] as const;
  await cutOff(() => join(people[0], project, '777.77'));
  expect([await join(people[0], project, '777.77'), await join(people[1], project, '500.01')]).toMatchObject([
    { type: 'ok' },
    { type: 'ok' },
  ]);
  let isOver = false;
  return {
    async act(): Promise<void> {
      if (isOver || exchange.clock.now() < endsAtMs) return;
      isOver = true;
      await publishResult(exchange, project, '0.07654321');
      await cutOff(() => bookEnds(exchange)).catch(() => undefined);
      await Promise.all([bookEnds(exchange, 1), bookEnds(exchange, 1), bookEnds(exchange, 1)]);
      await bookEnds(exchange);
    },
    /** 1,000 less what was put in, and 777.77 and 500.01 times 1.07654321, cut. */
    async examine(): Promise<void> {
      const info = people.map((one) => one.get<EndpointResponse<'walletInfo'>>('walletInfo', { asset: 'USDT' }));
      expect((await Promise.all(info)).map(({ coin }) => coin.available)).toEqual(['1059.533012', '1038.27237']);
    },
  };
}

test('a year by one seed', async () => {
  const draw = drawFrom(365);
  await exchange.tick('BTC-USDT', '100000');
  const desk = await openTreasureDesk(exchange);
  const { db, owner } = exchange.database;
  const messages = createMessages({ db, texts: shippedTexts() });
  let cutAfter = Number.POSITIVE_INFINITY;
  const wakeOutbox = () => undefined;
  // As killed: what the transaction did is gone with it.
  const cutOff = (booking: DailyBooking): DailyBooking => ({
    ...booking,
    async book(tx, asked) {
      const booked = await booking.book(tx, asked);
      if ((cutAfter -= 1) < 0) throw new Error('Connection terminated');
      return booked;
    },
  });
  const bookings = [treasureBooking({ messages, wakeOutbox }), loanInterest(messages, wakeOutbox)].map(cutOff);
  const calendarAt = (clock = exchange.clock) =>
    createCalendar({
      ...{ db, clock, holder: `year ${draw(1_000_000)}`, bookings, ordersAtOnce: 20 },
      log: createLog({ logLevel: 'silent' }),
      metrics: createMetrics({ collectProcess: false }),
    });
  const people = await Promise.all(Array.from({ length: 4 }, () => desk.aSaver({ mode: 'demo', coin: '200000' })));
  const orders: Expected[] = [];
  const today = () => dayOf(exchange.clock.now());
  const wire = await openCutWire(exchange.database);
  const beside = [await openYearOfLoans(exchange, wire), await openProject(wire)];

  for (let turn = 0; turn < 32; turn += 1) {
    for (const one of beside) await one.act(turn);
    const person = people[draw(people.length)] as Person;
    const productId = String(1 + draw(4));
    const sum = `${1000 + draw(4000)}.${10 + draw(90)}`;
    // Each third purchase dies at its commit first, and is asked for again.
    const asked = [person, productId, sum, { clientOrderId: randomUUID() }, randomUUID()] as const;
    if (turn % 3 === 0) expect(await wire(() => desk.ask(...asked))).toMatchObject({ type: 'error' });
    const order = await desk.buy(...asked);
    orders.push({ id: order.id, person, terms: order, startDay: today() + 1, left: [], isOver: false });
    for (const one of orders.filter(({ isOver, terms }) => !isOver && terms.redemption !== null)) {
      if (draw(9) !== 0) continue;
      const now = await desk.orderOf(one.person, one.id);
      const isPart = now.redemption?.isPartly === true && draw(2) === 0;
      const part = toText(multiply(amount(now.principal), rate('0.3'), 2, 'down'));
      const leave = () => desk.redeem(one.person, one.id, isPart ? { amount: part } : {});
      if (turn % 2 === 0) expect(await wire(leave)).toMatchObject({ type: 'error' });
      const answer = await leave();
      if (answer.type !== 'ok') continue;
      const { order: after } = answer.message as EndpointResponse<'treasureCancel'>;
      one.left.push({ day: today(), sum: isPart ? amount(part) : amount(now.principal) });
      one.isOver = after.status === 'completed';
    }
    await desk.days(1 + draw(21), { isAway: true });
    const fault = draw(5);
    if (fault === 0) {
      cutAfter = draw(3);
      await calendarAt()
        .job.run(never)
        .catch(() => undefined);
      cutAfter = Number.POSITIVE_INFINITY;
    } else if (fault === 1) {
      // A process whose clock is a month ahead, or a month behind.
      const wrong = createTestClock(exchange.clock.now() + (draw(2) === 0 ? 30 : -30) * dayMs);
      await calendarAt(wrong).job.run(never);
      await owner.query(`update lease set until_ms = 0 where name = 'calendar'`);
    } else if (fault === 2) await Promise.all([calendarAt().job.run(never), calendarAt().job.run(never)]);
    else if (fault === 3) await calendarAt().job.run(never);
    // Else nobody comes that day.
  }
  await calendarAt().job.run(never);

  const ends = new Set<string>();
  for (const one of orders) {
    const { earned, penalty, principal } = schedule(one, today());
    const order = await desk.orderOf(one.person, one.id);
    ends.add(order.end ?? 'open');
    const isMatured = order.end === 'matured';
    expect([order.id, order.earned, order.penalty, isMatured ? '0' : toText(principal)]).toEqual([
      one.id,
      toText(earned),
      toText(penalty),
      order.principal,
    ]);
  }
  expect([...ends].sort()).toEqual(['matured', 'open', 'redeemed']);
  for (const one of beside) await one.examine();
  const rules = [...ledgerRules, ...spotLedgerRules, ...treasureLedgerRules, ...loanLedgerRules, ...projectLedgerRules];
  const found = await findViolations(db, rules, 0);
  expect(found.filter(({ subjects }) => subjects.length > 0)).toEqual([]);
});
