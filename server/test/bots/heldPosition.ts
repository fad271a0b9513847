/**
 * A position and a spot order that a bot opens at one instant and closes some time later, judged by the functions that judge those of
 * everybody: opening, nights, stop-out and closing of a position by the server's `replay`, fills of a spot order by `decideSpot`.
 */
import type { Direction } from '@tessera/shared/contract';
import { stepsToText } from '@tessera/shared/fairness';
import { add, amount, price, rate, subtract, toText, zero, type Amount, type Price } from '@tessera/shared/money';
import { decideSpot, noProgress, rolloversBetween, type SpotDecisionTerms, type SpotIntention } from '@tessera/shared/trading';
import { createKnownTicks, type DecidingTick } from '../../src/products/leverage/knownTicks';
import { isOpen, toleranceOf, type LeveragedOrder } from '../../src/products/leverage/leveragedOrder';
import type { Account } from '../../src/products/leverage/nextEvent';
import { openingOf } from '../../src/products/leverage/positionMoney';
import { replay } from '../../src/products/leverage/replay';
import { closeWithinMs, leverageRuleVersion } from '../../src/products/leverage/rules';
import { sha256, type LoggedTick } from './markets';
import type { ProductTerms } from './productTerms';

/** In millionths of the price that the first tick had. */
export interface Held {
  /** The move between the two deciding ticks, in the bot's direction. */
  readonly grossPpm: number;
  /** Of the money, after everything. */
  readonly netPpm: number;
  /** It ended before its holder closed it. */
  readonly isStopped: boolean;
}

export interface Holding {
  readonly symbol: string;
  readonly terms: ProductTerms;
  readonly direction: Direction;
  /** The last tick that was public at the acceptance. */
  readonly head: LoggedTick;
  readonly acceptedAtMs: number;
  readonly closeAtMs: number;
  /** The log after the head, until the close is decided. */
  readonly ticks: readonly LoggedTick[];
}

const scale = 6;
const owner = { userId: 1, mode: 'demo' } as const;
const million = 1_000_000;
const ppm = (part: number, whole: number): number => (part * million) / whole;
/** Only to be averaged: nothing is paid by it. */
const figure = (value: Amount | Price): number => Number(toText(value));

/** undefined: no tick opened it, or the price had moved away. */
export function heldPosition(holding: Holding): Held | undefined {
  const { symbol, terms, direction, acceptedAtMs, closeAtMs, head } = holding;
  const textOf = (steps: number): string => stepsToText(steps, terms.digits);
  const { lots: lotsText, leverage, swapLong, swapShort, toleratedMove, ...own } = terms.leverage;
  const base = { contractSize: amount(own.contractSize), leverage, feeRate: rate(own.feeRate) };
  const [lots, seen] = [amount(lotsText), price(textOf(head.steps))];
  const held = openingOf(base, lots, seen, price('1'), scale);
  const below = Math.floor(terms.spreadSteps / 2);
  const order: LeveragedOrder = {
    ...base,
    id: 1,
    symbol,
    direction,
    marginMode: own.marginMode,
    lots,
    limitPrice: undefined,
    seen: { price: seen, tolerance: toleranceOf(seen, rate(toleratedMove)) },
    digits: terms.digits,
    maintenanceRate: rate('0.005'),
    stopOutLevel: rate('0.5'),
    spread: { below: price(textOf(below)), above: price(textOf(terms.spreadSteps - below)) },
    divisorSymbol: undefined,
    swapMode: own.swapMode,
    swapPerNight: rate(direction === 'long' ? swapLong : swapShort),
    tripleWeekday: own.tripleWeekday,
    rolloverMinute: own.rolloverMinute,
    ruleVersion: leverageRuleVersion,
    closingMargin: undefined,
    acceptedAtMs,
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
    takeProfit: undefined,
    stopLoss: undefined,
    liquidation: undefined,
    closing: undefined,
    closings: 0,
    closeTurnover: zero,
    closeReason: undefined,
    cancelReason: undefined,
    closedAtMs: undefined,
    nextSwapMs: undefined,
  };
  const endMs = closeAtMs + closeWithinMs;
  const deciding = decidingTicks(holding).map(({ seq, atMs, steps }): DecidingTick => ({
    symbol,
    seq,
    atMs,
    price: price(textOf(steps)),
  }));
  const run = (account: Account, afterMs: number, toMs: number): Account =>
    replay(
      account,
      createKnownTicks(
        deciding.filter(({ atMs }) => atMs <= toMs),
        new Map([[symbol, toMs]]),
        afterMs,
      ),
      owner,
      toMs,
    ).account;

  // As much again as the margin: what a cross position may use up.
  const start: Account = { free: held.margin, orders: [order], judgedMs: -1, scale };
  const paidIn = add(add(start.free, order.margin), order.feeHold);
  const before = run(start, acceptedAtMs, closeAtMs);
  const asked = before.orders.map((one): LeveragedOrder =>
    isOpen(one) ? { ...one, status: 'closing', closing: { lots: one.openLots, askedAtMs: closeAtMs } } : one,
  );
  const after = run({ ...before, orders: asked, judgedMs: closeAtMs }, closeAtMs, endMs);
  const [ended] = after.orders;
  const opened = deciding.find(({ seq }) => seq === ended?.opened?.seq);
  const closed = deciding.find(({ atMs }) => atMs === ended?.closedAtMs);
  if (opened === undefined || closed === undefined) return undefined;
  const [entry, exit] = [figure(opened.price), figure(closed.price)];
  const notional = entry * figure(lots) * figure(base.contractSize);
  return {
    grossPpm: ppm((direction === 'long' ? 1 : -1) * (exit - entry), entry),
    netPpm: ppm(figure(subtract(after.free, paidIn)), notional),
    isStopped: ended?.closeReason !== 'user',
  };
}

/**
 * Those that can decide: the first, each that goes beyond all before it (no other meets a stop first), the last before each night, and
 * the first after the close was asked for.
 */
function decidingTicks({ acceptedAtMs, closeAtMs, ticks, terms }: Holding): LoggedTick[] {
  const nights = rolloversBetween(acceptedAtMs, closeAtMs, terms.leverage.rolloverMinute);
  let [low, high, isAsked] = [Number.POSITIVE_INFINITY, 0, false];
  return ticks.filter(({ atMs, steps }, index) => {
    if (atMs <= acceptedAtMs || isAsked) return false;
    isAsked = atMs > closeAtMs;
    const nextMs = ticks[index + 1]?.atMs ?? Number.POSITIVE_INFINITY;
    const isBeyond = steps < low || steps > high;
    low = Math.min(low, steps);
    high = Math.max(high, steps);
    return isAsked || isBeyond || nights.some((nightMs) => atMs <= nightMs && nextMs > nightMs);
  });
}

/** Bought and sold again; short: sold from what the bot has, and bought back. undefined where either was not filled whole. */
export function heldCoins({ terms, direction, acceptedAtMs, closeAtMs, head, ticks }: Holding): Held | undefined {
  const { spot, digits, spreadSteps } = terms;
  if (spot === undefined) return undefined;
  const decision: SpotDecisionTerms = {
    book: { digits, spreadSteps, levelQuantity: amount(spot.levelQuantity), quantityStep: amount(spot.step) },
    slippageCap: rate('0.05'),
    toleratedMove: rate('0.001'),
    quoteScale: scale,
  };
  const sides = direction === 'long' ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
  const fills = sides.map((side, index) => {
    const atMs = index === 0 ? acceptedAtMs : closeAtMs;
    const first = ticks.findIndex((one) => one.atMs > atMs);
    const tick = ticks[first];
    // Anyone who leaves takes the price as it is then.
    const seen = index === 0 ? head : (ticks[first - 1] ?? head);
    if (tick === undefined) return undefined;
    const stepsText = stepsToText(tick.steps, digits);
    const deciding = {
      seq: tick.seq,
      atMs: tick.atMs,
      price: price(stepsText),
      hash: sha256(Buffer.from(`${tick.seq} ${stepsText}`)),
    };
    const intention: SpotIntention = {
      side,
      entrustment: 'market',
      price: undefined,
      quantity: amount(spot.quantity),
      total: undefined,
      seenPrice: price(stepsToText(seen.steps, digits)),
      feeRate: rate('0.001'),
      acceptedAtMs: atMs,
      cancelAtMs: undefined,
    };
    const { fills: made, end } = decideSpot(intention, decision, noProgress, [deciding], tick.atMs);
    return made[0] === undefined || end?.status !== 'filled' ? undefined : { steps: tick.steps, side, ...made[0] };
  });
  const [opened, closed] = fills;
  if (opened === undefined || closed === undefined) return undefined;
  const gained = [opened, closed].reduce(
    (sum, { side, total, fee }) => sum + (side === 'buy' ? -figure(total) : figure(total)) - figure(fee),
    0,
  );
  return {
    grossPpm: ppm((direction === 'long' ? 1 : -1) * (closed.steps - opened.steps), opened.steps),
    netPpm: ppm(gained, figure(opened.tick.price) * figure(amount(spot.quantity))),
    isStopped: false,
  };
}
