/** The published vectors (docs/trading-vectors.json), so that another program can be held against the same figures. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Direction } from '../contract/wire';
import { fromHex } from '../fairness';
import { amount, price, rate, subtract, toText } from '../money';
import { accountFigures } from './account';
import { bookOf } from './orderBook';
import { closingDates, closingSpans } from '../fairness/closingSpans';
import { requiredMarginOf, type ClosingMargin } from './closingMargin';
import { isAtLevel, liquidationPriceOf } from './margin';
import { marginOf, notionalOf, profitOf, tradeFeeOf } from './position';
import { settlementOfClosing } from './settlement';
import { swapOf } from './swap';
import { isLimitMet, stopMet } from './triggers';

type Texts<Names extends string> = Readonly<Record<Names, string>>;
interface Vectors {
  readonly positions: readonly (Texts<
    'name' | 'lots' | 'contractSize' | 'openPrice' | 'closePrice' | 'feeRate' | 'openDivisor' | 'closeDivisor'
  > & {
    readonly direction: Direction;
    readonly leverage: number;
    readonly digits: number;
    readonly scale: number;
    readonly maintenanceRate?: string;
    readonly expected: Texts<'notional' | 'margin' | 'openFee' | 'profit' | 'closeFee' | 'net'> & {
      readonly liquidationPrice?: string | null;
    };
  })[];
  readonly swaps: readonly (Texts<'name' | 'perNight' | 'lots' | 'contractSize' | 'notional' | 'divisor' | 'expected'> & {
    readonly mode: 'points' | 'rate';
    readonly digits: number;
    readonly nights: number;
    readonly scale: number;
  })[];
  readonly ticks: readonly (Texts<'name' | 'tickPrice' | 'spreadBelow' | 'spreadAbove'> & {
    readonly direction: Direction;
    readonly takeProfit: string | null;
    readonly stopLoss: string | null;
    readonly liquidationPrice: string | null;
    readonly limitPrice: string | null;
    readonly expected: { readonly stop: string | null; readonly isLimitMet: boolean | null };
  })[];
  readonly closings: readonly (Texts<'name' | 'released' | 'profit' | 'fee' | 'behind'> & {
    readonly expected: Texts<'credit' | 'fee' | 'insured'>;
  })[];
  readonly levels: readonly (Texts<'name' | 'free' | 'margin' | 'floatingProfit' | 'level'> & {
    readonly expected: { readonly marginLevel: string; readonly isStoppedOut: boolean };
  })[];
  readonly closingTimes: readonly (Texts<'name'> &
    Readonly<Record<'windows' | 'holidays' | 'spans' | 'dates', readonly (readonly [number, number])[]>> & {
      readonly minutes: number;
    })[];
  readonly closingMargins: readonly (Texts<'name' | 'margin' | 'expected'> & {
    readonly leverage: number;
    readonly closingMargin: ClosingMargin;
    readonly atMs: number;
  })[];
  readonly books: readonly (Texts<'tickPrice' | 'hash' | 'levelQuantity' | 'quantityStep'> & {
    readonly digits: number;
    readonly spreadSteps: number;
    readonly expected: { readonly bids: string[][]; readonly asks: string[][] };
  })[];
}
const vectors = JSON.parse(readFileSync(join(__dirname, '../../../../docs/trading-vectors.json'), 'utf8')) as Vectors;
const named = <Vector extends { readonly name: string }>(list: readonly Vector[]) =>
  list.map((vector) => [vector.name, vector] as const);
const optional = (text: string | null) => (text === null ? undefined : price(text));

it.each(named(vectors.positions))('position: %s', (_, { expected, ...vector }) => {
  const { direction, leverage, scale, digits, maintenanceRate } = vector;
  const size = { lots: amount(vector.lots), contractSize: amount(vector.contractSize) };
  const [openPrice, closePrice, feeRate] = [price(vector.openPrice), price(vector.closePrice), rate(vector.feeRate)];
  const atClose = { divisor: price(vector.closeDivisor), scale };
  const notional = notionalOf(size, openPrice, { divisor: price(vector.openDivisor), scale });
  const margin = marginOf(notional, leverage, scale);
  const openFee = tradeFeeOf(notional, feeRate, scale);
  const profit = profitOf(direction, size, openPrice, closePrice, atClose);
  const closeFee = tradeFeeOf(notionalOf(size, closePrice, atClose), feeRate, scale);
  const figures = { notional, margin, openFee, profit, closeFee, net: subtract(subtract(profit, openFee), closeFee) };
  const liquidation =
    maintenanceRate === undefined
      ? {}
      : {
          liquidationPrice: liquidationPriceOf({
            ...size,
            direction,
            openPrice,
            margin,
            maintenanceRate: rate(maintenanceRate),
            digits,
          }),
        };
  const shown = Object.fromEntries(
    Object.entries({ ...figures, ...liquidation }).map(([key, value]) => [key, value === undefined ? null : toText(value)]),
  );
  expect(shown).toEqual(expected);
});

it.each(named(vectors.swaps))(
  'swap: %s',
  (_, { mode, perNight, digits, lots, contractSize, notional, nights, divisor, scale, expected }) => {
    const swap = swapOf(
      { mode, perNight: rate(perNight), digits },
      { lots: amount(lots), contractSize: amount(contractSize) },
      amount(notional),
      nights,
      { divisor: price(divisor), scale },
    );
    expect(toText(swap)).toBe(expected);
  },
);

it.each(named(vectors.ticks))(
  'tick: %s',
  (_, { direction, tickPrice, spreadBelow, spreadAbove, takeProfit, stopLoss, liquidationPrice, limitPrice, expected }) => {
    const spread = { below: price(spreadBelow), above: price(spreadAbove) };
    const stops = {
      direction,
      takeProfit: optional(takeProfit),
      stopLoss: optional(stopLoss),
      liquidationPrice: optional(liquidationPrice),
    };
    expect(stopMet(stops, price(tickPrice), spread) ?? null).toBe(expected.stop);
    if (limitPrice !== null) expect(isLimitMet(direction, price(limitPrice), price(tickPrice), spread)).toBe(expected.isLimitMet);
  },
);

it.each(named(vectors.closings))('closing: %s', (_, { released, profit, fee, behind, expected }) => {
  const {
    credit,
    fee: taken,
    insured,
  } = settlementOfClosing({ released: amount(released), profit: amount(profit), fee: amount(fee) }, amount(behind));
  expect([credit, taken, insured].map(toText)).toEqual([expected.credit, expected.fee, expected.insured]);
});

it.each(named(vectors.levels))('margin level: %s', (_, { free, margin, floatingProfit, level, expected }) => {
  const positions = [{ marginMode: 'cross' as const, margin: amount(margin), floatingProfit: amount(floatingProfit) }];
  const { marginLevel, crossEquity } = accountFigures({ free: amount(free), positions });
  expect(toText(marginLevel!)).toBe(expected.marginLevel);
  expect(isAtLevel(crossEquity!, amount(margin), rate(level))).toBe(expected.isStoppedOut);
});

it.each(named(vectors.closingTimes))('closings of a calendar: %s', (_, { windows, holidays, minutes, spans, dates }) => {
  expect({ spans: closingSpans(windows, minutes), dates: closingDates(windows, holidays, minutes) }).toEqual({ spans, dates });
});
it.each(named(vectors.closingMargins))(
  'margin before a closing: %s',
  (_, { margin, leverage, closingMargin, atMs, expected }) => {
    expect(toText(requiredMarginOf({ margin: amount(margin), leverage, closingMargin }, atMs))).toBe(expected);
  },
);

it.each(vectors.books)(
  'book of a tick at $tickPrice',
  ({ tickPrice, hash, digits, spreadSteps, levelQuantity, quantityStep, expected }) => {
    const book = bookOf(
      { price: price(tickPrice), hash: fromHex(hash) },
      { digits, spreadSteps, levelQuantity: amount(levelQuantity), quantityStep: amount(quantityStep) },
    );
    const shown = (levels: typeof book.bids) => levels.map((level) => [toText(level.price), toText(level.quantity)]);
    expect(shown(book.bids).slice(0, expected.bids.length)).toEqual(expected.bids);
    expect(shown(book.asks).slice(0, expected.asks.length)).toEqual(expected.asks);
  },
);
