/**
 * Whatever prices do and however the log arrives, an account is judged the same: in one piece or in many, once or twice.
 * And whatever happens, money is only moved: each journal sums to zero and nobody is left below zero.
 */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  add,
  amount,
  compare,
  isNegative,
  isPositive,
  isZero,
  max,
  multiply,
  price,
  rate,
  subtract,
  toText,
  zero,
} from '@tessera/shared/money';
import type { Booking } from './booking';
import { createKnownTicks, type DecidingTick, type KnownTicks } from './knownTicks';
import { toleranceOf, type LeveragedOrder } from './leveragedOrder';
import type { Account } from './nextEvent';
import { openingOf } from './positionMoney';
import { replay } from './replay';

const startMs = Date.UTC(2026, 10, 18, 21, 59, 50);
const scale = 6;
const owner = { userId: 7, mode: 'demo' } as const;
const symbols = {
  'BTC-USDT': {
    start: 60_000_00,
    digits: 2,
    contractSize: '1',
    marginMode: 'isolated',
    divisorSymbol: undefined,
    feeRate: '0.00055',
  },
  'EUR-USD': {
    start: 1_10000,
    digits: 5,
    contractSize: '100000',
    marginMode: 'cross',
    divisorSymbol: undefined,
    feeRate: '0.00003',
  },
  'EUR-JPY': {
    start: 165_000,
    digits: 3,
    contractSize: '100000',
    marginMode: 'cross',
    divisorSymbol: 'USD-JPY',
    feeRate: '0.00003',
  },
  'USD-JPY': {
    start: 150_000,
    digits: 3,
    contractSize: '100000',
    marginMode: 'cross',
    divisorSymbol: 'USD-JPY',
    feeRate: '0.00003',
  },
} as const;
type Name = keyof typeof symbols;
const names = Object.keys(symbols) as Name[];

const priceText = (steps: number, digits: number): string => {
  const text = String(Math.max(1, steps)).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
};

/** Ticks of every symbol, each some hundred milliseconds after the one before; now and then a jump. */
const logs = fc
  .array(
    fc.record({
      name: fc.constantFrom(...names),
      gapMs: fc.integer({ min: 1, max: 900 }),
      moveBp: fc.oneof(
        { weight: 8, arbitrary: fc.integer({ min: -20, max: 20 }) },
        { weight: 1, arbitrary: fc.integer({ min: -1500, max: 1500 }) },
      ),
    }),
    { minLength: 10, maxLength: 80 },
  )
  .map((moves) => {
    const at = new Map(
      names.map((name, index) => [name, { steps: symbols[name].start as number, seq: 1, atMs: startMs - 1000 - index }]),
    );
    const ticks: DecidingTick[] = names.map((name) => ({
      symbol: name,
      seq: 1,
      atMs: at.get(name)?.atMs ?? 0,
      price: price(priceText(symbols[name].start, symbols[name].digits)),
    }));
    let atMs = startMs;
    for (const { name, gapMs, moveBp } of moves) {
      atMs += gapMs;
      const last = at.get(name) ?? { steps: 1, seq: 0, atMs };
      const next = { steps: Math.max(1000, Math.round(last.steps * (1 + moveBp / 10_000))), seq: last.seq + 1, atMs };
      at.set(name, next);
      ticks.push({ symbol: name, seq: next.seq, atMs, price: price(priceText(next.steps, symbols[name].digits)) });
    }
    return ticks;
  });

const orders = fc.array(
  fc.record({
    name: fc.constantFrom(...names),
    isLong: fc.boolean(),
    lots: fc.integer({ min: 1, max: 20 }),
    leverage: fc.constantFrom<number>(10, 50, 100),
    isLimit: fc.boolean(),
    limitBp: fc.integer({ min: -100, max: 100 }),
    stopBp: fc.option(fc.integer({ min: 5, max: 300 }), { nil: undefined }),
    profitBp: fc.option(fc.integer({ min: 5, max: 300 }), { nil: undefined }),
    afterMs: fc.integer({ min: 0, max: 8000 }),
  }),
  { minLength: 1, maxLength: 6 },
);

function anOrder(asked: typeof orders extends fc.Arbitrary<readonly (infer One)[]> ? One : never, id: number): LeveragedOrder {
  const terms = symbols[asked.name];
  const atBp = (bp: number) => price(priceText(Math.round(terms.start * (1 + bp / 10_000)), terms.digits));
  const direction = asked.isLong ? ('long' as const) : ('short' as const);
  const lots = amount(`0.${String(asked.lots).padStart(2, '0')}`);
  const limitPrice = asked.isLimit ? atBp(asked.limitBp) : undefined;
  const seenPrice = atBp(0);
  const sinceMs = startMs + asked.afterMs;
  const base = { contractSize: amount(terms.contractSize), leverage: asked.leverage, feeRate: rate(terms.feeRate) };
  const divisor = terms.divisorSymbol === undefined ? price('1') : price('150');
  const held = openingOf(base, lots, limitPrice ?? atBp(10), divisor, scale);
  const stop = (bp: number | undefined, sign: number) => (bp === undefined ? undefined : { price: atBp(sign * bp), sinceMs });
  return {
    ...base,
    id,
    symbol: asked.name,
    direction,
    marginMode: terms.marginMode,
    lots,
    limitPrice,
    seen: limitPrice === undefined ? { price: seenPrice, tolerance: toleranceOf(seenPrice, rate('0.01')) } : undefined,
    digits: terms.digits,
    maintenanceRate: rate('0.005'),
    stopOutLevel: rate('0.5'),
    spread: { below: price(priceText(4, terms.digits)), above: price(priceText(4, terms.digits)) },
    divisorSymbol: terms.divisorSymbol,
    swapMode: 'points',
    swapPerNight: rate(asked.isLong ? '-6.5' : '2.1'),
    tripleWeekday: 3,
    rolloverMinute: 1320,
    ruleVersion: 2,
    closingMargin: undefined,
    acceptedAtMs: sinceMs,
    status: 'pending',
    openLots: zero,
    margin: held.margin,
    feeHold: held.fee,
    fee: zero,
    swap: zero,
    profit: zero,
    insured: zero,
    pricePerLot: held.pricePerLot,
    opened: undefined,
    takeProfit: stop(asked.profitBp, asked.isLong ? 1 : -1),
    stopLoss: stop(asked.stopBp, asked.isLong ? -1 : 1),
    liquidation: undefined,
    closing: undefined,
    closings: 0,
    closeTurnover: zero,
    closeReason: undefined,
    cancelReason: undefined,
    closedAtMs: undefined,
    nextSwapMs: undefined,
  };
}

const ended = (account: Account): boolean =>
  account.orders.every((order) => order.status === 'closed' || order.status === 'cancelled');
const known = (ticks: readonly DecidingTick[], afterMs: number, completeMs: number): KnownTicks =>
  createKnownTicks(
    ticks.filter((tick) => tick.atMs <= completeMs),
    new Map(names.map((name) => [name, completeMs])),
    afterMs,
  );
const textOf = (bookings: readonly Booking[]) =>
  bookings.map((booking) => [
    booking.key,
    ...booking.legs.map((leg) => `${leg.account.ownerId} ${leg.account.kind} ${toText(leg.amount)}`),
  ]);
/** What a later round starts from: orders that ended are not read again. */
const carried = (account: Account, judgedMs: number): Account => ({
  ...account,
  judgedMs,
  orders: account.orders.filter((order) => order.status !== 'closed' && order.status !== 'cancelled'),
});

function aCase(ticks: readonly DecidingTick[], asked: readonly Parameters<typeof anOrder>[0][], free: number) {
  const account: Account = {
    free: amount(String(free)),
    orders: asked.map((one, index) => anOrder(one, index + 1)),
    judgedMs: -1,
    scale,
  };
  const endMs = (ticks.at(-1)?.atMs ?? startMs) + 10_000;
  return { account, endMs, whole: replay(account, known(ticks, startMs - 1, endMs), owner, endMs) };
}

describe('an account over a random log', () => {
  test('in pieces as in one: the same journals, the same money', () => {
    fc.assert(
      fc.property(
        logs,
        orders,
        fc.integer({ min: 0, max: 5000 }),
        fc.array(fc.integer({ min: 100, max: 20_000 }), { minLength: 1, maxLength: 6 }),
        (ticks, asked, free, cuts) => {
          const { account, endMs, whole } = aCase(ticks, asked, free);
          let piece = account;
          let fromMs = startMs - 1;
          const bookings: Booking[] = [];
          for (const toMs of [
            ...[...new Set(cuts)]
              .sort((a, b) => a - b)
              .map((cut) => startMs + cut)
              .filter((cut) => cut < endMs),
            endMs,
          ]) {
            const part = replay(piece, known(ticks, fromMs, toMs), owner, toMs);
            bookings.push(...part.bookings);
            const isStopped = part.stoppedAtMs !== undefined;
            fromMs = isStopped ? part.stoppedAtMs - 1 : toMs;
            piece = carried(part.account, fromMs);
          }
          expect(textOf(bookings)).toEqual(textOf(whole.bookings));
          expect(toText(piece.free)).toBe(toText(whole.account.free));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('judged again from the start, nothing happens a second time to single positions', () => {
    fc.assert(
      fc.property(logs, orders, fc.integer({ min: 0, max: 5000 }), (ticks, asked, free) => {
        const { endMs, whole } = aCase(ticks, asked, free);
        const again = replay(carried(whole.account, endMs), known(ticks, startMs - 1, endMs), owner, endMs);
        expect(textOf(again.bookings)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('each journal sums to zero; free balance, margins and insurance are never below zero; what stands in margin is the orders', () => {
    let stoppedOut = 0;
    let finished = 0;
    fc.assert(
      fc.property(logs, orders, fc.integer({ min: 0, max: 5000 }), (ticks, asked, free) => {
        const { account, whole } = aCase(ticks, asked, free);
        const heldOf = (of: Account) => of.orders.reduce((sum, order) => add(sum, add(order.margin, order.feeHold)), zero);
        let margin = heldOf(account);
        let balance = account.free;
        for (const { key, legs, deals } of whole.bookings) {
          expect(isZero(legs.reduce((sum, leg) => add(sum, leg.amount), zero))).toBe(true);
          for (const leg of legs) {
            if (leg.account.ownerId === 0) continue;
            if (leg.account.kind === 'margin') margin = add(margin, leg.amount);
            else balance = add(balance, leg.amount);
          }
          expect(isNegative(balance) || isNegative(margin)).toBe(false);
          expect(deals.some((deal) => isNegative(deal.fee) || isNegative(deal.insured))).toBe(false);
          if (key.startsWith('stopout')) stoppedOut += 1;
        }
        if (ended(whole.account)) finished += 1;
        expect([toText(balance), toText(margin)]).toEqual([toText(whole.account.free), toText(heldOf(whole.account))]);
      }),
      { numRuns: 400 },
    );
    // The cases are about something.
    expect([stoppedOut > 5, finished > 20]).toEqual([true, true]);
  });
});

describe('opposite positions of one person over a gap', () => {
  /** Both opened at one tick; then the gap, then both are closed at its price, where they are still open. */
  test('whatever the gap, the leverages and the sizes: they earn no more than the lots that have no opposite, before all costs', () => {
    let setOff = 0;
    const legs = fc.record({ lots: fc.integer({ min: 1, max: 20 }), leverage: fc.constantFrom(1, 2, 5, 10, 20, 50, 100) });
    const gap = fc.oneof(fc.integer({ min: -9999, max: 100_000 }), fc.integer({ min: -300, max: 300 }));
    fc.assert(
      fc.property(
        fc.array(legs, { minLength: 1, maxLength: 3 }),
        fc.array(legs, { minLength: 1, maxLength: 3 }),
        gap,
        (longs, shorts, moveBp) => {
          const { start, digits } = symbols['BTC-USDT'];
          const after = Math.max(1000, Math.round(start * (1 + moveBp / 10_000)));
          const tickAt = (seq: number, afterMs: number, steps: number): DecidingTick => ({
            symbol: 'BTC-USDT',
            seq,
            atMs: startMs + afterMs,
            price: price(priceText(steps, digits)),
          });
          const ticks = [tickAt(1, -1000, start), tickAt(2, 100, start), tickAt(3, 3000, after), tickAt(4, 4000, after)];
          const plain = {
            name: 'BTC-USDT',
            isLimit: false,
            limitBp: 0,
            stopBp: undefined,
            profitBp: undefined,
            afterMs: 0,
          } as const;
          const asked = [
            ...longs.map((leg) => ({ ...plain, ...leg, isLong: true })),
            ...shorts.map((leg) => ({ ...plain, ...leg, isLong: false })),
          ];
          const account: Account = {
            free: amount('1000000'),
            orders: asked.map((one, index) => anOrder(one, index + 1)),
            judgedMs: -1,
            scale,
          };
          const gapped = replay(account, known(ticks, startMs - 1, startMs + 3500), owner, startMs + 3500);
          const closing = {
            ...gapped.account,
            orders: gapped.account.orders.map((order) =>
              order.status === 'open'
                ? { ...order, status: 'closing' as const, closing: { lots: order.openLots, askedAtMs: startMs + 3500 } }
                : order,
            ),
          };
          const whole = replay(closing, known(ticks, startMs + 3500, startMs + 4500), owner, startMs + 4500);
          expect(whole.account.orders.map(({ status }) => status)).toEqual(asked.map(() => 'closed'));
          const earned = whole.account.orders.reduce((sum, one) => add(sum, add(one.profit, one.insured)), zero);
          const lotsOf = (list: typeof longs) => list.reduce((sum, { lots }) => sum + lots, 0);
          const net = amount(((lotsOf(longs) - lotsOf(shorts)) / 100).toFixed(2));
          const move = subtract(price(priceText(after, digits)), price(priceText(start, digits)));
          // A unit of rounding for each closing.
          const most = add(max(zero, multiply(net, move, scale, 'up')), amount('0.000012'));
          expect(compare(earned, most)).not.toBe(1);
          setOff += gapped.bookings.filter(({ key }) => key.startsWith('setoff')).length;
        },
      ),
      { numRuns: 500 },
    );
    expect(setOff).toBeGreaterThan(100);
  });

  test('over any log: when the insurance pays, no opposite lots are left that could', () => {
    let paid = 0;
    fc.assert(
      fc.property(logs, orders, (ticks, asked) => {
        const { account, whole } = aCase(
          ticks,
          asked.map((one) => ({ ...one, name: 'BTC-USDT' as const })),
          100_000,
        );
        const open = new Map<number, { lots: typeof zero; openedMs: number }>();
        for (const { deals } of whole.bookings) {
          for (const { order, kind, lots, fill } of deals) {
            const held = open.get(order.id) ?? { lots: zero, openedMs: fill.tick.atMs };
            open.set(order.id, { ...held, lots: kind === 'open' ? lots : subtract(held.lots, lots) });
          }
          const insured = deals.find((deal) => isPositive(deal.insured));
          if (insured === undefined) continue;
          paid += 1;
          const left = account.orders.filter((one) => {
            const held = open.get(one.id);
            return (
              one.direction !== insured.order.direction &&
              held !== undefined &&
              isPositive(held.lots) &&
              held.openedMs < insured.fill.tick.atMs
            );
          });
          expect(left.map(({ id }) => id)).toEqual([]);
        }
      }),
      { numRuns: 400 },
    );
    expect(paid).toBeGreaterThan(20);
  });
});
