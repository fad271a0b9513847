/**
 * The order book of a tick. The feeds bring no depth, so the book is this published function of the stored tick: its price,
 * its hash and the catalogue's figures for the symbol. Nobody's orders are in it, and anyone who knows the tick can draw it again.
 *
 *   touch     bid = price - spread below, ask = price + spread above, as everywhere
 *   gap       to the k-th level beyond the touch: 1 + draw mod max(1, unit × (8 + k) ÷ 8) steps, unit = price × 0.00002 in steps
 *   quantity  of the k-th level (0 is the touch): level quantity × (4 + k) ÷ 4 × a factor from 0.25 to 1.75, in whole quantity steps
 *
 * The draws are sfc32 over the hash's bytes, in the order bids then asks, each level's gap before its quantity. All steps are
 * whole numbers; divisions are rounded down. A change of any of this is a new version.
 */
import { stepsToText } from '../fairness/simulatedPath';
import { invariant } from '../errors/invariant';
import {
  add,
  amount,
  divide,
  isPositive,
  multiply,
  price,
  rate,
  round,
  subtract,
  toText,
  zero,
  type Amount,
  type Price,
} from '../money';
import { askOf, bidOf, type Spread } from './sides';

export const bookVersion = 1;
export const levelsPerSide = 20;

export interface BookTerms {
  /** Decimals of a price. */
  readonly digits: number;
  /** Whole steps of the last digit between bid and ask. */
  readonly spreadSteps: number;
  /** Base units that usually stand at the touch. */
  readonly levelQuantity: Amount;
  /** Every quantity is a multiple of it. */
  readonly quantityStep: Amount;
}

export interface TickOfBook {
  readonly price: Price;
  /** 32 bytes. */
  readonly hash: Uint8Array;
}

export interface BookLevel {
  readonly price: Price;
  /** Base units. */
  readonly quantity: Amount;
}

/** Best first. A price too small for twenty levels above zero has fewer bids. */
export interface Book {
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** Half of the spread on each side in whole steps; the odd step is above. */
export function spreadOfSteps(spreadSteps: number, digits: number): Spread {
  const below = Math.floor(spreadSteps / 2);
  return { below: price(stepsToText(below, digits)), above: price(stepsToText(spreadSteps - below, digits)) };
}

const gapShare = rate('0.00002');
/** Keeps every product below in whole numbers. */
const maxStepsAtTouch = 1e11;

export function bookOf(tick: TickOfBook, terms: BookTerms): Book {
  const draw = drawsOf(tick.hash);
  const spread = spreadOfSteps(terms.spreadSteps, terms.digits);
  const unit = wholeSteps(multiply(tick.price, gapShare, terms.digits, 'down'), terms.digits);
  const touchSteps = Math.max(1, Number.parseInt(toText(divide(terms.levelQuantity, terms.quantityStep, 0, 'down')), 10));
  invariant(touchSteps <= maxStepsAtTouch, `the level quantity is at most ${maxStepsAtTouch} quantity steps, got ${touchSteps}`);

  function side(touch: Price, beyond: (from: Price, distance: Price) => Price): BookLevel[] {
    const levels: BookLevel[] = [];
    let distance = 0;
    for (let index = 0; index < levelsPerSide; index++) {
      if (index > 0) distance += 1 + (draw() % Math.max(1, Math.floor((unit * (8 + index)) / 8)));
      const factor = 256 + (draw() % 1537);
      const steps = Math.max(1, Math.floor((touchSteps * (4 + index) * factor) / 4096));
      const at = beyond(touch, price(stepsToText(distance, terms.digits)));
      if (isPositive(at)) levels.push({ price: at, quantity: exactly(terms.quantityStep, amount(String(steps))) });
    }
    return levels;
  }
  const bids = side(bidOf(tick.price, spread), subtract<Price>);
  return { bids, asks: side(askOf(tick.price, spread), add<Price>) };
}

export interface OrderOfBook {
  /** A purchase takes asks, a sale takes bids. */
  readonly side: 'buy' | 'sell';
  /** Base units at most. Quantity or total is given, or both. */
  readonly quantity?: Amount | undefined;
  /** Quote units at most. */
  readonly total?: Amount | undefined;
  /** No level worse than this is taken: the limit of a limit order, the slippage cap of a market order. */
  readonly limit?: Price | undefined;
  readonly cap?: Price | undefined;
}

export interface FillTerms extends Pick<BookTerms, 'digits' | 'quantityStep'> {
  /** Decimals of the quote asset. */
  readonly quoteScale: number;
}

export interface BookFill {
  /** What was taken of each level, best first. */
  readonly levels: readonly BookLevel[];
  readonly quantity: Amount;
  /** Sum of price × quantity, rounded in the house's favour: up for a purchase, down for a sale. */
  readonly total: Amount;
  /** At the symbol's digits, rounded the same way; never worse than the worst level. undefined when nothing was taken. */
  readonly averagePrice: Price | undefined;
}

export function fillFrom(book: Book, order: OrderOfBook, { digits, quantityStep, quoteScale }: FillTerms): BookFill {
  invariant(order.quantity !== undefined || order.total !== undefined, 'an order asks for a quantity or a total');
  const isBuying = order.side === 'buy';
  const rounding = isBuying ? 'up' : 'down';
  const bounds = [order.limit, order.cap].filter((bound) => bound !== undefined);
  const isWithin = (at: Price): boolean => bounds.every((bound) => (isBuying ? at.lte(bound) : at.gte(bound)));
  // Nothing between two units of the quote asset can be paid: a total rounded up must still be within what was asked.
  const maxTotal = order.total === undefined ? undefined : round(order.total, quoteScale, 'down');

  const levels: BookLevel[] = [];
  let quantity = zero;
  let exactTotal = zero;
  for (const level of isBuying ? book.asks : book.bids) {
    if (!isWithin(level.price)) break;
    let taken = level.quantity;
    if (order.quantity !== undefined) taken = inSteps(least(taken, subtract(order.quantity, quantity)), quantityStep);
    if (maxTotal !== undefined) taken = affordable(taken, subtract(maxTotal, exactTotal), level.price, quantityStep);
    if (!isPositive(taken)) break;
    levels.push({ price: level.price, quantity: taken });
    quantity = add(quantity, taken);
    exactTotal = add(exactTotal, exactly(taken, level.price));
    // What is left of a level is better than the next one: what did not buy a step here buys none there.
    if (taken.lt(level.quantity)) break;
  }
  return {
    levels,
    quantity,
    total: round(exactTotal, quoteScale, rounding),
    averagePrice: levels.length === 0 ? undefined : price(toText(divide(exactTotal, quantity, digits, rounding))),
  };
}

/** A product of two decimals of at most 18 digits after the point has at most 36: nothing is rounded. */
const exactly = (a: Amount, factor: Amount | Price): Amount => multiply(a, factor, 36, 'down');
const least = (a: Amount, b: Amount): Amount => (a.lte(b) ? a : b);

const inSteps = (quantity: Amount, step: Amount): Amount => exactly(step, amount(toText(divide(quantity, step, 0, 'down'))));

/** As much of `wanted`, in whole steps, as costs no more than `money`. */
function affordable(wanted: Amount, money: Amount, at: Price, step: Amount): Amount {
  if (exactly(wanted, at).lte(money)) return wanted;
  const quantity = exactly(step, amount(toText(divide(money, exactly(step, at), 0, 'down'))));
  // The division stops at forty digits and may have been rounded up to the next whole step.
  return exactly(quantity, at).lte(money) ? quantity : subtract(quantity, step);
}

function wholeSteps(value: Price, digits: number): number {
  const steps = Number.parseInt(value.toFixed(digits).replace('.', ''), 10);
  invariant(Number.isSafeInteger(steps), `${toText(value)} fits into whole steps`);
  return steps;
}

/** sfc32: integer operations only, so that every machine draws the same. The state is the hash, folded, and a counter. */
function drawsOf(hash: Uint8Array): () => number {
  invariant(hash.length === 32, `a tick's hash has 32 bytes, got ${hash.length}`);
  const view = new DataView(hash.buffer, hash.byteOffset, hash.byteLength);
  const word = (index: number): number => (view.getUint32(index * 4) ^ view.getUint32(index * 4 + 16)) | 0;
  let [a, b, c, counter] = [word(0), word(1), word(2), word(3)];
  const draw = (): number => {
    const out = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + out) | 0;
    return out >>> 0;
  };
  // The first rounds still show the seed.
  for (let round = 0; round < 12; round++) draw();
  return draw;
}
