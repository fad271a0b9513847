import fc from 'fast-check';
import { sha256, stepsToText } from '../fairness';
import {
  add,
  amount,
  compare,
  divide,
  isPositive,
  isZero,
  multiply,
  price,
  round,
  subtract,
  toText,
  zero,
  type Amount,
  type Price,
} from '../money';
import { bookOf, fillFrom, levelsPerSide, spreadOfSteps, type Book, type BookTerms, type TickOfBook } from './orderBook';
import { askOf, bidOf } from './sides';

const hashOf = (seed: number): Uint8Array => sha256(Uint8Array.of(seed & 255, (seed >>> 8) & 255, (seed >>> 16) & 255));
const bitcoin: BookTerms = { digits: 2, spreadSteps: 20, levelQuantity: amount('0.4'), quantityStep: amount('0.0001') };
const at = (text: string, seed = 1): TickOfBook => ({ price: price(text), hash: hashOf(seed) });

const symbols = fc.record({
  digits: fc.integer({ min: 0, max: 5 }),
  priceSteps: fc.integer({ min: 1, max: 2_000_000_000 }),
  spreadSteps: fc.integer({ min: 1, max: 30 }),
  levelSteps: fc.integer({ min: 1, max: 5_000_000 }),
  step: fc.constantFrom('0.00001', '0.0001', '0.01', '0.5', '1', '25'),
  seed: fc.integer({ min: 0, max: 0xffffff }),
});
const books = symbols.map(({ digits, priceSteps, spreadSteps, levelSteps, step, seed }) => {
  const quantityStep = amount(step);
  const terms: BookTerms = {
    digits,
    spreadSteps,
    quantityStep,
    levelQuantity: multiply(quantityStep, amount(String(levelSteps)), 18, 'down'),
  };
  const tick = at(stepsToText(priceSteps, digits), seed);
  return { tick, terms, book: bookOf(tick, terms) };
});
const texts = (book: Book) => ({
  bids: book.bids.map((level) => [toText(level.price), toText(level.quantity)]),
  asks: book.asks.map((level) => [toText(level.price), toText(level.quantity)]),
});
const isMultiple = (value: Amount, step: Amount): boolean =>
  isZero(subtract(value, multiply(step, divide(value, step, 0, 'down'), 36, 'down')));

/** The figures were drawn from the words at the top of book.ts by a program in another language. */
it('draws the published book of a known tick', () => {
  const { bids, asks } = texts(bookOf({ price: price('98400.12'), hash: sha256(Uint8Array.of(7)) }, bitcoin));
  expect([...bids.slice(0, 3), bids[19]]).toEqual([
    ['98400.02', '0.239'],
    ['98398.28', '0.5747'],
    ['98395.85', '0.5847'],
    ['98353.44', '1.8957'],
  ]);
  expect([...asks.slice(0, 3), asks[19]]).toEqual([
    ['98400.22', '0.5546'],
    ['98400.6', '0.6386'],
    ['98401.21', '0.2056'],
    ['98444.57', '3.3511'],
  ]);
});

it('is sorted, positive, in steps and never crossed, whatever the symbol', () => {
  fc.assert(
    fc.property(books, ({ tick, terms, book }) => {
      const spread = spreadOfSteps(terms.spreadSteps, terms.digits);
      expect(toText(book.bids[0]?.price ?? zero)).toBe(toText(bidOf(tick.price, spread)));
      expect(toText(book.asks[0]?.price ?? zero)).toBe(toText(askOf(tick.price, spread)));
      expect(compare(book.bids[0]?.price ?? tick.price, book.asks[0]?.price ?? tick.price)).toBe(-1);
      expect(book.asks).toHaveLength(levelsPerSide);
      for (const [side, order] of [
        [book.bids, 1],
        [book.asks, -1],
      ] as const) {
        for (const [index, level] of side.entries()) {
          expect(isPositive(level.price) && isPositive(level.quantity)).toBe(true);
          expect(isMultiple(level.quantity, terms.quantityStep)).toBe(true);
          expect(toText(round(level.price, terms.digits, 'down'))).toBe(toText(level.price));
          const before = side[index - 1];
          if (before !== undefined) expect(compare(before.price, level.price)).toBe(order);
        }
      }
    }),
  );
});

it('has twenty bids wherever the price leaves room for them, and no bid at or below zero', () => {
  expect(bookOf(at('98400.12'), bitcoin).bids).toHaveLength(levelsPerSide);
  expect(texts(bookOf(at('0.02'), { ...bitcoin, spreadSteps: 2 })).bids.map(([text]) => text)).toEqual(['0.01']);
});

it('is the same for the same tick and another for another hash', () => {
  fc.assert(fc.property(books, ({ tick, terms, book }) => expect(texts(bookOf(tick, terms))).toEqual(texts(book))));
  expect(texts(bookOf(at('98400.12', 2), bitcoin))).not.toEqual(texts(bookOf(at('98400.12', 3), bitcoin)));
});

it('depends on every byte of the hash', () => {
  const plain = texts(bookOf({ price: price('98400.12'), hash: hashOf(1) }, bitcoin));
  for (let index = 0; index < 32; index++) {
    const hash = hashOf(1);
    hash[index] = (hash[index] ?? 0) ^ 1;
    expect(texts(bookOf({ price: price('98400.12'), hash }, bitcoin))).not.toEqual(plain);
  }
});

it('over many ticks: quantities grow away from the touch, gaps grow with the price', () => {
  const over = Array.from({ length: 300 }, (_, seed) => bookOf(at('98400.12', seed), bitcoin));
  const meanQuantity = (index: number): Amount =>
    amount(
      toText(
        divide(
          over.reduce((sum, book) => add(sum, book.asks[index]?.quantity ?? zero), zero),
          amount('300'),
          8,
          'down',
        ),
      ),
    );
  expect(compare(meanQuantity(0), amount('0.36'))).toBe(1);
  expect(compare(meanQuantity(0), amount('0.44'))).toBe(-1);
  expect(compare(meanQuantity(19), multiply(meanQuantity(0), amount('5'), 8, 'down'))).toBe(1);
  const width = ({ asks }: Book): Price => subtract(asks[19]?.price ?? price('0'), asks[0]?.price ?? price('0'));
  const dear = width(bookOf(at('98400.12', 4), bitcoin));
  const cheap = width(bookOf(at('3420.12', 4), bitcoin));
  expect(compare(dear, multiply(cheap, amount('10'), 2, 'down'))).toBe(1);
});

const orders = books.chain(({ tick, terms, book }) =>
  fc
    .record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      quantity: fc.option(
        fc.integer({ min: 1, max: 400_000_000 }).map((units) => amount(stepsToText(units, 3))),
        { nil: undefined },
      ),
      total: fc.integer({ min: 1, max: 2_000_000_000 }).map((cents) => amount(stepsToText(cents, 3))),
      boundSteps: fc.option(fc.integer({ min: -60, max: 60 }), { nil: undefined }),
      hasTotal: fc.boolean(),
      quoteScale: fc.integer({ min: 2, max: 8 }),
    })
    .map(({ side, quantity, total, boundSteps, hasTotal, quoteScale }) => {
      const move = boundSteps === undefined ? undefined : price(stepsToText(Math.abs(boundSteps), terms.digits));
      const limit = move === undefined ? undefined : (boundSteps ?? 0) < 0 ? subtract(tick.price, move) : add(tick.price, move);
      return {
        book,
        terms: { ...terms, quoteScale },
        order: { side, limit, quantity, total: hasTotal || quantity === undefined ? total : undefined },
      };
    }),
);

it('never takes more than was asked, stands there, or the bound allows', () => {
  fc.assert(
    fc.property(orders, ({ book, terms, order }) => {
      const fill = fillFrom(book, order, terms);
      const side = order.side === 'buy' ? book.asks : book.bids;
      if (order.quantity !== undefined) expect(fill.quantity.lte(order.quantity)).toBe(true);
      if (order.total !== undefined) expect(fill.total.lte(order.total)).toBe(true);
      expect(isMultiple(fill.quantity, terms.quantityStep)).toBe(true);
      expect(toText(fill.levels.reduce((sum, level) => add(sum, level.quantity), zero))).toBe(toText(fill.quantity));
      for (const [index, level] of fill.levels.entries()) {
        expect(toText(level.price)).toBe(toText(side[index]?.price ?? zero));
        expect(isPositive(level.quantity) && level.quantity.lte(side[index]?.quantity ?? zero)).toBe(true);
        // Only the last level may be taken in part.
        if (index < fill.levels.length - 1) expect(level.quantity.eq(side[index]?.quantity ?? zero)).toBe(true);
        if (order.limit !== undefined)
          expect(order.side === 'buy' ? level.price.lte(order.limit) : level.price.gte(order.limit)).toBe(true);
      }
    }),
  );
});

it('stops only when the order, the bound or the book is exhausted', () => {
  fc.assert(
    fc.property(orders, ({ book, terms, order }) => {
      const fill = fillFrom(book, order, terms);
      const side = order.side === 'buy' ? book.asks : book.bids;
      const reached =
        fill.levels.length - (fill.levels.at(-1)?.quantity.eq(side[fill.levels.length - 1]?.quantity ?? zero) === true ? 0 : 1);
      const next = side[Math.max(0, reached)];
      if (next === undefined) return;
      const isBeyond =
        order.limit !== undefined && (order.side === 'buy' ? next.price.gt(order.limit) : next.price.lt(order.limit));
      const more = add(fill.quantity, terms.quantityStep);
      const isQuantityMet = order.quantity !== undefined && more.gt(order.quantity);
      const exact = add(
        fill.levels.reduce((sum, level) => add(sum, multiply(level.quantity, level.price, 36, 'down')), zero),
        multiply(terms.quantityStep, next.price, 36, 'down'),
      );
      const isTotalMet = order.total !== undefined && exact.gt(round(order.total, terms.quoteScale, 'down'));
      expect(isBeyond || isQuantityMet || isTotalMet).toBe(true);
    }),
  );
});

it('rounds total and average in favour of the house, by less than one unit, and the average is within the limit', () => {
  fc.assert(
    fc.property(orders, ({ book, terms, order }) => {
      const fill = fillFrom(book, order, terms);
      const exact = fill.levels.reduce((sum, level) => add(sum, multiply(level.quantity, level.price, 36, 'down')), zero);
      const gain = order.side === 'buy' ? subtract(fill.total, exact) : subtract(exact, fill.total);
      expect(gain.gte('0') && gain.lt(stepsToText(1, terms.quoteScale))).toBe(true);
      expect(fill.averagePrice === undefined).toBe(fill.levels.length === 0);
      if (fill.averagePrice === undefined) return;
      const [best, worst] = [fill.levels[0]?.price ?? price('0'), fill.levels.at(-1)?.price ?? price('0')];
      expect(
        order.side === 'buy'
          ? fill.averagePrice.gte(best) && fill.averagePrice.lte(worst)
          : fill.averagePrice.lte(best) && fill.averagePrice.gte(worst),
      ).toBe(true);
    }),
  );
});

const small: Book = {
  bids: [
    { price: price('99'), quantity: amount('2') },
    { price: price('98.5'), quantity: amount('3') },
  ],
  asks: [
    { price: price('101'), quantity: amount('2') },
    { price: price('101.37'), quantity: amount('3') },
  ],
};
const smallTerms = { digits: 2, quantityStep: amount('0.001'), quoteScale: 2 };
const fillText = (order: Parameters<typeof fillFrom>[1]) => {
  const { levels, quantity, total, averagePrice } = fillFrom(small, order, smallTerms);
  return [levels.length, toText(quantity), toText(total), averagePrice === undefined ? undefined : toText(averagePrice)];
};

it.each([
  [
    'a purchase of 3 takes the first level and a third of the second',
    { side: 'buy', quantity: amount('3') },
    [2, '3', '303.37', '101.13'],
  ],
  ['a purchase for 250 buys what 250 pays for', { side: 'buy', total: amount('250') }, [2, '2.473', '249.95', '101.08']],
  [
    'a limit below the best ask takes nothing',
    { side: 'buy', quantity: amount('1'), limit: price('100.99') },
    [0, '0', '0', undefined],
  ],
  [
    'a limit at the best ask takes that level alone',
    { side: 'buy', quantity: amount('5'), limit: price('101') },
    [1, '2', '202', '101'],
  ],
  [
    'the cap counts beside the limit',
    { side: 'sell', quantity: amount('5'), limit: price('90'), cap: price('98.6') },
    [1, '2', '198', '99'],
  ],
  ['a sale larger than the book takes the book', { side: 'sell', quantity: amount('50') }, [2, '5', '493.5', '98.7']],
  ['less than a step is not sold', { side: 'sell', quantity: amount('0.0009') }, [0, '0', '0', undefined]],
  ['the remainder below a step stays', { side: 'buy', quantity: amount('0.0019') }, [1, '0.001', '0.11', '101']],
  ['a total of fractions of a cent counts whole cents', { side: 'buy', total: amount('0.1099') }, [0, '0', '0', undefined]],
  ['a huge total is no trouble', { side: 'buy', total: amount('999999999999999999') }, [2, '5', '506.11', '101.23']],
] as const)('%s', (_, order, expected) => expect(fillText(order)).toEqual(expected));

it('an order that asks for nothing is a fault of the caller', () => {
  expect(() => fillFrom(small, { side: 'buy' }, smallTerms)).toThrow('a quantity or a total');
});

it('a sale by total that leaves some of a level takes nothing of a worse one, though a step there would be affordable', () => {
  const steep: Book = {
    asks: [],
    bids: [
      { price: price('99'), quantity: amount('2') },
      { price: price('90'), quantity: amount('2') },
    ],
  };
  const { levels, quantity, total } = fillFrom(steep, { side: 'sell', total: amount('0.29') }, smallTerms);
  expect([levels.length, toText(quantity), toText(total)]).toEqual([1, '0.002', '0.19']);
});
