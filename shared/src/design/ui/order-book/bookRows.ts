/** What a book's levels look like as rows: the running sum from the touch outwards, and how far its bar reaches. */
import type { BookFrame, PublicTrade } from '../../../domain/contract';
import {
  add,
  amount,
  compare,
  decimalsOf,
  divide,
  max,
  subtract,
  toDrawingNumber,
  toText,
  zero,
  price as priceOf,
  type Amount,
} from '../../../domain/money';

/** As the style sheet has it. */
export const rowHeightPx = 24;

export type WireLevel = BookFrame['bids'][number];

export interface BookRow {
  /** The wire's text: what is handed on when the row is picked. */
  readonly price: string;
  readonly quantity: string;
  /** Of this level and all better ones. */
  readonly sum: string;
  /** The sum as a share of the largest sum that is shown, for drawing. */
  readonly share: number;
}

export interface BookRows {
  readonly bids: readonly BookRow[];
  readonly asks: readonly BookRow[];
  /** Quote units between the best bid and the best ask; undefined where a side is empty. */
  readonly spread: string | undefined;
}

export function bookRows({ bids, asks }: Pick<BookFrame, 'bids' | 'asks'>, count: number): BookRows {
  const [bidSums, askSums] = [sumsOf(bids.slice(0, count)), sumsOf(asks.slice(0, count))];
  const widest = max(bidSums.at(-1) ?? zero, askSums.at(-1) ?? zero);
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
  return {
    bids: rowsOf(bids, bidSums, widest),
    asks: rowsOf(asks, askSums, widest),
    spread: bid === undefined || ask === undefined ? undefined : toText(subtract(priceOf(ask), priceOf(bid))),
  };
}

function sumsOf(levels: readonly WireLevel[]): Amount[] {
  let sum = zero;
  return levels.map(([, quantity]) => (sum = add(sum, amount(quantity))));
}

const rowsOf = (levels: readonly WireLevel[], sums: readonly Amount[], widest: Amount): BookRow[] =>
  sums.flatMap((sum, index) => {
    const level = levels[index];
    return level === undefined
      ? []
      : [{ price: level[0], quantity: level[1], sum: toText(sum), share: toDrawingNumber(divide(sum, widest, 3, 'down')) }];
  });

/** Digits that show every quantity whole, so that a column does not change its notation from frame to frame. */
export const quantityScaleOf = (quantities: readonly string[]): number =>
  quantities.reduce((most, quantity) => Math.max(most, decimalsOf(amount(quantity))), 0);

/** The same for a narrow column: no more than four digits of a quantity such as these, so that the smallest still shows some. */
export function narrowScaleOf(quantities: readonly string[]): number {
  const mean =
    quantities.length === 0
      ? zero
      : divide(
          quantities.reduce((sum, quantity) => add(sum, amount(quantity)), zero),
          amount(String(quantities.length)),
          0,
          'down',
        );
  return Math.max(0, Math.min(quantityScaleOf(quantities), 4 - toText(mean).length));
}

/** The way of the last price: against the trade before that had another one. undefined while there is none. */
export function lastMove(trades: readonly PublicTrade[]): 'up' | 'down' | undefined {
  const last = trades[0];
  const before = last === undefined ? undefined : trades.find((trade) => trade.price !== last.price);
  if (last === undefined || before === undefined) return undefined;
  return compare(priceOf(last.price), priceOf(before.price)) > 0 ? 'up' : 'down';
}
