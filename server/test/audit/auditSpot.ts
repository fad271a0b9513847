/** Every spot order again (docs/trading.md): which ticks filled it, out of which levels of their books, for how much, and how it ended. */
import type { AuditedLog } from './AuditedLog';
import { askAt, bidAt, drawBook, spreadSides, type AuditedBookTerms } from './bookOfTick';
import type { Evidence, LoggedTick, SpotRow } from './evidence';
import {
  ceilAt,
  compared,
  exact,
  floorAt,
  greater,
  isNought,
  isSame,
  lesser,
  minus,
  negative,
  nought,
  plus,
  quotientCeil,
  quotientFloor,
  said,
  sumOf,
  times,
  type Exact,
} from './exact';
import type { Findings } from './Findings';

const marketWindowMs = 5000;
const decideAfterMs = 2000;
const one = exact(1);

interface Fill {
  readonly tick: LoggedTick;
  readonly price: Exact;
  readonly quantity: Exact;
  readonly total: Exact;
  readonly fee: Exact;
}
interface Course {
  readonly fills: readonly Fill[];
  /** "filled null", "cancelled user", …; undefined while it waits. */
  readonly end: string | undefined;
}
interface Asked extends AuditedBookTerms {
  readonly limit: Exact | undefined;
  readonly quantity: Exact | undefined;
  readonly total: Exact | undefined;
  readonly seen: Exact | undefined;
  readonly quoteScale: number;
}

export function auditSpot(evidence: Evidence, log: AuditedLog, findings: Findings, untilMs: number): Map<string, Exact> {
  const frozen = new Map<string, Exact>();
  const fillsOf = new Map<number, (typeof evidence.spotFills)[number][]>();
  for (const fill of evidence.spotFills) fillsOf.set(fill.orderId, [...(fillsOf.get(fill.orderId) ?? []), fill]);
  for (const order of evidence.spotOrders) {
    const subject = `spot ${order.id}`;
    findings.figure('spot terms', subject, order.feeRate, exact(order.termFeeRate));
    const asked = askedOf(order, evidence.scales.get(order.quote) ?? 0);
    const holding = holdOf(order, asked);
    findings.figure('spot held', subject, order.held, holding);
    const spent = order.side === 'buy' ? order.quote : order.base;
    const [coin, hold] = [`${order.userId} coin ${spent}`, `${order.userId} coin_hold ${spent}`];
    const { mode } = order;
    findings.claim(order.openJournalId, {
      subject,
      mode,
      kind: 'spot',
      idem: `spot_open:${order.id}`,
      legs: { [coin]: negative(holding), [hold]: holding },
    });

    const course = courseOf(order, asked, log, untilMs);
    const stored = fillsOf.get(order.id) ?? [];
    const texts = (tick: number, figures: readonly Exact[]): string => `#${tick} ${figures.map(said).join(' ')}`;
    findings.same(
      'spot fills',
      subject,
      stored
        .map((fill) => texts(fill.tickSeq, [exact(fill.price), exact(fill.quantity), exact(fill.total), exact(fill.fee)]))
        .join('; '),
      course.fills.map((fill) => texts(fill.tick.seq, [fill.price, fill.quantity, fill.total, fill.fee])).join('; '),
    );
    course.fills.forEach((fill, index) => {
      findings.count('spot fills');
      const row = stored[index];
      if (row === undefined) return;
      findings.same(
        'spot tick',
        `${subject} #${row.tickSeq}`,
        `${row.tickAtMs} ${said(exact(row.tickPrice))}`,
        `${fill.tick.atMs} ${said(fill.tick.price)}`,
      );
      findings.claim(row.journalId, {
        subject: `${subject} #${row.tickSeq}`,
        mode,
        kind: 'spot',
        idem: `spot_fill:${order.id}:${fill.tick.seq}`,
        legs: legsOf(order, fill),
      });
    });

    const [filled, total, fee] = [
      sumOf(course.fills.map((one) => one.quantity)),
      sumOf(course.fills.map((one) => one.total)),
      sumOf(course.fills.map((one) => one.fee)),
    ];
    findings.figure('spot filled', subject, order.filled, filled);
    findings.figure('spot total', subject, order.filledTotal, total);
    findings.figure('spot fee', subject, order.fee, fee);
    const rest = minus(holding, order.side === 'buy' ? plus(total, fee) : filled);
    if (rest.units < 0n) findings.add('spot hold', subject, said(rest), '>= 0');
    const isEnded = order.endedAtMs !== null;
    findings.same('spot end', subject, isEnded ? `${order.status} ${order.endReason}` : 'waits', course.end ?? 'waits');
    findings.figure('spot frozen', subject, order.frozen, isEnded ? nought : rest);
    findings.count(`spot ${course.end ?? 'waits'}`);
    if (isEnded && !isNought(rest)) {
      findings.claim(order.endJournalId, {
        subject: `${subject} end`,
        mode,
        kind: 'spot',
        idem: `spot_end:${order.id}`,
        legs: { [hold]: negative(rest), [coin]: rest },
      });
    }
    if (!isEnded) frozen.set(`${mode} ${hold}`, plus(frozen.get(`${mode} ${hold}`) ?? nought, rest));
  }
  return frozen;
}

const optional = (text: string | null): Exact | undefined => (text === null ? undefined : exact(text));
const askedOf = (order: SpotRow, quoteScale: number): Asked => ({
  digits: order.digits,
  spreadSteps: order.spreadSteps,
  levelQuantity: exact(order.levelQuantity),
  quantityStep: exact(order.quantityStep),
  quoteScale,
  limit: optional(order.price),
  quantity: optional(order.quantity),
  total: optional(order.total),
  seen: optional(order.seenPrice),
});

/** The most that it can come to, and the fee of that; of a sale the quantity. */
function holdOf(order: SpotRow, { limit, quantity, total, seen, quoteScale }: Asked): Exact {
  if (order.side === 'sell') return quantity ?? nought;
  const worst = limit ?? times(times(seen ?? nought, plus(one, exact(order.toleratedMove))), plus(one, exact(order.slippageCap)));
  const most = total ?? ceilAt(times(quantity ?? nought, worst), quoteScale);
  return plus(most, ceilAt(times(most, exact(order.feeRate)), quoteScale));
}

function courseOf(order: SpotRow, asked: Asked, log: AuditedLog, untilMs: number): Course {
  const isMarket = order.entrustment === 'market';
  const windowEndMs = isMarket ? order.acceptedAtMs + marketWindowMs : Infinity;
  const lastMs = Math.min(windowEndMs, order.cancelAtMs ?? Infinity);
  const fills: Fill[] = [];
  let end: string | undefined;
  for (const tick of log.counting(order.symbolId, order.acceptedAtMs, lastMs)) {
    if (isMarket) {
      const met = marketAt(order, asked, tick);
      return met;
    }
    if (!isTouchMet(order, asked, tick)) continue;
    const filled = sumOf(fills.map((fill) => fill.quantity));
    const made = fillAt(
      order,
      asked,
      tick,
      { filled, total: sumOf(fills.map((fill) => fill.total)), fee: sumOf(fills.map((fill) => fill.fee)) },
      asked.limit ?? nought,
    );
    if (made === undefined) continue;
    fills.push(made);
    if (asked.quantity !== undefined && isSame(plus(filled, made.quantity), asked.quantity)) {
      end = 'filled null';
      break;
    }
  }
  if (
    end === undefined &&
    Number.isFinite(lastMs) &&
    ((log.lastMs(order.symbolId) >= lastMs && order.endedAtMs !== null) ||
      log.lastMs(order.symbolId) > lastMs ||
      untilMs >= lastMs + decideAfterMs)
  ) {
    end = order.cancelAtMs !== null && order.cancelAtMs <= windowEndMs ? 'cancelled user' : 'rejected no_tick';
  }
  return { fills, end };
}

function isTouchMet({ side }: SpotRow, asked: Asked, tick: LoggedTick): boolean {
  const { below, above } = spreadSides(asked);
  const limit = asked.limit ?? nought;
  return side === 'buy' ? compared(askAt(tick.price, above), limit) <= 0 : compared(bidAt(tick.price, below), limit) >= 0;
}

function marketAt(order: SpotRow, asked: Asked, tick: LoggedTick): Course {
  const seen = asked.seen ?? nought;
  const tolerance = times(seen, exact(order.toleratedMove));
  const isWorse =
    order.side === 'buy' ? compared(tick.price, plus(seen, tolerance)) > 0 : compared(tick.price, minus(seen, tolerance)) < 0;
  if (isWorse) return { fills: [], end: 'rejected price_moved' };
  const share = exact(order.slippageCap);
  const cap = times(tick.price, order.side === 'buy' ? plus(one, share) : minus(one, share));
  const made = fillAt(order, asked, tick, { filled: nought, total: nought, fee: nought }, cap);
  if (made === undefined) return { fills: [], end: 'cancelled slippage_cap' };
  const isWhole =
    asked.quantity !== undefined ? isSame(made.quantity, asked.quantity) : isMoneySpent(order, asked, tick, cap, made);
  return { fills: [made], end: isWhole ? 'filled null' : 'cancelled slippage_cap' };
}

/** A level within the cap was left over, or what is left buys no step at the last of them. */
function isMoneySpent(order: SpotRow, asked: Asked, tick: LoggedTick, cap: Exact, made: Fill): boolean {
  const within = drawBook(tick, asked).asks.filter((level) => compared(level.price, cap) <= 0);
  const offered = sumOf(within.map((level) => level.quantity));
  if (compared(made.quantity, offered) < 0) return true;
  const worst = within.at(-1)?.price ?? made.price;
  return compared(minus(exact(order.total ?? '0'), made.total), times(asked.quantityStep, worst)) < 0;
}

interface Before {
  readonly filled: Exact;
  readonly total: Exact;
  readonly fee: Exact;
}

function fillAt(order: SpotRow, asked: Asked, tick: LoggedTick, before: Before, bound: Exact): Fill | undefined {
  const isBuying = order.side === 'buy';
  const { quantityStep, quoteScale, digits } = asked;
  const wanted = asked.quantity === undefined ? undefined : minus(asked.quantity, before.filled);
  const money = asked.total === undefined ? undefined : floorAt(asked.total, quoteScale);
  const inSteps = (quantity: Exact): Exact => times(quotientFloor(quantity, quantityStep, 0), quantityStep);
  const book = drawBook(tick, asked);
  let [quantity, paid] = [nought, nought];
  for (const level of isBuying ? book.asks : book.bids) {
    if (isBuying ? compared(level.price, bound) > 0 : compared(level.price, bound) < 0) break;
    let taken = level.quantity;
    if (wanted !== undefined) taken = inSteps(lesser(taken, minus(wanted, quantity)));
    if (money !== undefined) taken = lesser(taken, inSteps(quotientFloor(greater(minus(money, paid), nought), level.price, 36)));
    if (taken.units <= 0n) break;
    quantity = plus(quantity, taken);
    paid = plus(paid, times(taken, level.price));
  }
  if (isNought(quantity)) return undefined;
  const booked = isBuying ? ceilAt(paid, quoteScale) : floorAt(paid, quoteScale);
  // All fills of a limit purchase together: at most limit × quantity, rounded up once.
  const isCapped = isBuying && asked.limit !== undefined && asked.quantity !== undefined;
  const total = isCapped
    ? lesser(booked, minus(ceilAt(times(asked.quantity ?? nought, asked.limit ?? nought), quoteScale), before.total))
    : booked;
  if (total.units <= 0n) return undefined;
  const fee = minus(ceilAt(times(plus(before.total, total), exact(order.feeRate)), quoteScale), before.fee);
  return {
    tick,
    quantity,
    total,
    fee,
    price: isBuying ? quotientCeil(paid, quantity, digits) : quotientFloor(paid, quantity, digits),
  };
}

function legsOf({ userId, side, base, quote }: SpotRow, { quantity, total, fee }: Fill): Record<string, Exact> {
  return side === 'buy'
    ? {
        [`${userId} coin_hold ${quote}`]: negative(plus(total, fee)),
        [`0 trade ${quote}`]: total,
        [`0 fee ${quote}`]: fee,
        [`${userId} coin ${base}`]: quantity,
        [`0 trade ${base}`]: negative(quantity),
      }
    : {
        [`${userId} coin_hold ${base}`]: negative(quantity),
        [`0 trade ${base}`]: quantity,
        [`${userId} coin ${quote}`]: minus(total, fee),
        [`0 trade ${quote}`]: negative(total),
        [`0 fee ${quote}`]: fee,
      };
}
