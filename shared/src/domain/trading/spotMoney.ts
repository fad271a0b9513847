/**
 * What a spot order freezes and what each of its fills moves. The person pays rounded up and receives rounded down, but an
 * order's fee is rounded once over all of its fills, and a limit purchase never pays more than its limit × quantity, into
 * however many fills it falls: what was frozen is always enough.
 */
import { add, isPositive, min, multiply, rate, subtract, zero, type Amount, type Price, type Rate } from '../money';

export interface SpotAsked {
  readonly side: 'buy' | 'sell';
  readonly entrustment: 'limit' | 'market';
  /** The limit; undefined for a market order. */
  readonly price: Price | undefined;
  /** Base units; undefined for a market purchase by total. */
  readonly quantity: Amount | undefined;
  /** Quote units: a market purchase by total. */
  readonly total: Amount | undefined;
  /** Market orders: the price that the person saw. */
  readonly seenPrice: Price | undefined;
  readonly feeRate: Rate;
}

export interface SpotBounds {
  /** A market order takes no level further from the tick's price than this share. */
  readonly slippageCap: Rate;
  /** A market order is not filled at a tick that is worse than the price seen by more than this share. */
  readonly toleratedMove: Rate;
}

/** Of an order, so far. */
export interface SpotProgress {
  readonly filled: Amount;
  readonly filledTotal: Amount;
  readonly fee: Amount;
}
export const noProgress: SpotProgress = { filled: zero, filledTotal: zero, fee: zero };

const exactScale = 36;
const one = rate('1');

/** The worst price at which a market order takes a level of a tick's book. */
export const slippageBound = (side: 'buy' | 'sell', tickPrice: Price, { slippageCap }: SpotBounds): Price =>
  multiply(
    tickPrice,
    side === 'buy' ? add(one, slippageCap) : subtract(one, slippageCap),
    exactScale,
    side === 'buy' ? 'down' : 'up',
  );

/** How far from the price seen a tick may be. */
export const toleratedMoveOf = (seenPrice: Price, { toleratedMove }: SpotBounds): Price =>
  multiply(seenPrice, toleratedMove, exactScale, 'down');

/** The most that a purchase can come to, without the fee. */
function maxTotal(asked: SpotAsked, bounds: SpotBounds, quoteScale: number): Amount | undefined {
  const { price: limit, quantity, total, seenPrice } = asked;
  if (total !== undefined) return total;
  if (quantity === undefined) return undefined;
  if (limit !== undefined) return multiply(quantity, limit, quoteScale, 'up');
  if (seenPrice === undefined) return undefined;
  const worstTick = add(seenPrice, toleratedMoveOf(seenPrice, bounds));
  return multiply(quantity, slippageBound('buy', worstTick, bounds), quoteScale, 'up');
}

/** What acceptance moves to coin_hold: quote units of a purchase, the fee included; base units of a sale. */
export function spotHeld(asked: SpotAsked, bounds: SpotBounds, quoteScale: number): Amount | undefined {
  if (asked.side === 'sell') return asked.quantity;
  const total = maxTotal(asked, bounds, quoteScale);
  return total === undefined ? undefined : add(total, multiply(total, asked.feeRate, quoteScale, 'up'));
}

/** `bookTotal` is what the book asks for the fill, rounded (fillFrom). undefined when nothing would be moved. */
export function spotFillMoney(
  asked: Pick<SpotAsked, 'side' | 'price' | 'quantity' | 'feeRate'>,
  before: SpotProgress,
  bookTotal: Amount,
  quoteScale: number,
): { readonly total: Amount; readonly fee: Amount } | undefined {
  const isLimitBuy = asked.side === 'buy' && asked.price !== undefined && asked.quantity !== undefined;
  const total = isLimitBuy
    ? min(bookTotal, subtract(multiply(asked.quantity, asked.price, quoteScale, 'up'), before.filledTotal))
    : bookTotal;
  if (!isPositive(total)) return undefined;
  return { total, fee: subtract(multiply(add(before.filledTotal, total), asked.feeRate, quoteScale, 'up'), before.fee) };
}

/** What of the frozen money is still there. */
export const spotRest = (side: 'buy' | 'sell', held: Amount, { filled, filledTotal, fee }: SpotProgress): Amount =>
  subtract(held, side === 'buy' ? add(filledTotal, fee) : filled);

/** A quantity is a whole number of steps. */
export const isWholeSteps = (quantity: Amount, step: Amount): boolean => quantity.mod(step).eq('0');

/** Base units that a total buys at one price, in whole steps. */
export const stepsFor = (total: Amount, at: Price, step: Amount): Amount => {
  // Not by way of text: what a huge total would buy has more digits than an amount that may be asked for.
  const quantity = total.div(at).round(18, 0) as Amount;
  return subtract(quantity, quantity.mod(step) as Amount);
};
