import fc from 'fast-check';
import { add, amount, compare, isNegative, multiply, price, rate, subtract, toText, zero, type Amount } from '../money';
import { decideSpot, type SpotDecisionTerms, type SpotIntention, type SpotTick } from './spotDecision';
import { noProgress, spotHeld, spotRest, type SpotProgress } from './spotMoney';

const terms: SpotDecisionTerms = {
  book: { digits: 2, spreadSteps: 20, levelQuantity: amount('0.25'), quantityStep: amount('0.00001') },
  slippageCap: rate('0.05'),
  toleratedMove: rate('0.001'),
  quoteScale: 6,
};
const hashOf = (seed: number): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, index) => (seed * 31 + index * 7 + seed * index) % 256);
const tick = (seq: number, atMs: number, at: string, seed = seq): SpotTick => ({
  seq,
  atMs,
  price: price(at),
  hash: hashOf(seed),
});
const order = (given: Partial<SpotIntention> = {}): SpotIntention => ({
  side: 'buy',
  entrustment: 'limit',
  price: price('100'),
  quantity: amount('1'),
  total: undefined,
  seenPrice: undefined,
  feeRate: rate('0.001'),
  acceptedAtMs: 1000,
  cancelAtMs: undefined,
  ...given,
});
const marketBuy = (given: Partial<SpotIntention> = {}) =>
  order({ entrustment: 'market', price: undefined, quantity: undefined, total: amount('50'), seenPrice: price('100'), ...given });

describe('a market order', () => {
  test('the tick of its acceptance does not count, the next one does', () => {
    const decision = decideSpot(marketBuy(), terms, noProgress, [tick(1, 1000, '90'), tick(2, 1001, '100')], 1001);
    expect(decision.fills.map((fill) => fill.tick.seq)).toEqual([2]);
    expect(decision.end).toEqual({ status: 'filled', reason: null });
  });

  test('a purchase by total spends no more than the total, and less than one step of it stays', () => {
    const deep = { ...terms, book: { ...terms.book, levelQuantity: amount('10') } };
    const { progress } = decideSpot(marketBuy(), deep, noProgress, [tick(2, 1500, '100')], 1500);
    expect(toText(progress.filled)).toBe('0.4995');
    expect(toText(progress.filledTotal)).toBe('49.99995');
    expect(toText(progress.fee)).toBe('0.05');
  });

  test('more than stands within the slippage cap: the rest ends with it', () => {
    const { fills, end, progress } = decideSpot(
      marketBuy({ total: undefined, quantity: amount('5000') }),
      terms,
      noProgress,
      [tick(2, 1500, '100')],
      1500,
    );
    expect(fills).toHaveLength(1);
    expect(end).toEqual({ status: 'cancelled', reason: 'slippage_cap' });
    expect(compare(progress.filled, amount('5000'))).toBe(-1);
    const byTotal = decideSpot(marketBuy({ total: amount('500000') }), terms, noProgress, [tick(2, 1500, '100')], 1500);
    expect(byTotal.end).toEqual({ status: 'cancelled', reason: 'slippage_cap' });
    expect(toText(byTotal.progress.filled)).toBe(toText(progress.filled));
  });

  test('no level beyond the cap is taken', () => {
    const narrow = { ...terms, slippageCap: rate('0.001') };
    // The cap at 100.1 is the ask itself.
    const { fills, end } = decideSpot(
      marketBuy({ total: undefined, quantity: amount('20') }),
      narrow,
      noProgress,
      [tick(2, 1500, '100')],
      1500,
    );
    expect(fills.map((fill) => toText(fill.price))).toEqual(['100.1']);
    expect(end).toEqual({ status: 'cancelled', reason: 'slippage_cap' });
    const none = decideSpot(marketBuy(), { ...terms, slippageCap: rate('0.0009') }, noProgress, [tick(2, 1500, '100')], 1500);
    expect(none).toMatchObject({ fills: [], end: { reason: 'slippage_cap' } });
  });

  test.each<[string, 'buy' | 'sell', string, string | null]>([
    ['a purchase at a tick within the tolerance', 'buy', '100.1', null],
    ['a purchase at a tick above it', 'buy', '100.11', 'price_moved'],
    ['a purchase at a far better tick', 'buy', '90', null],
    ['a sale at a tick within the tolerance', 'sell', '99.9', null],
    ['a sale at a tick below it', 'sell', '99.89', 'price_moved'],
    ['a sale at a far better tick', 'sell', '110', null],
  ])('%s', (_, side, at, reason) => {
    const asked = marketBuy({ side, total: undefined, quantity: amount('0.1') });
    const { end, fills } = decideSpot(asked, terms, noProgress, [tick(2, 1500, at), tick(3, 1600, '100')], 1600);
    expect(end?.reason).toBe(reason);
    expect(fills).toHaveLength(reason === null ? 1 : 0);
  });

  test('no tick within five seconds: ended once the log is known up to there, and not sooner', () => {
    expect(decideSpot(marketBuy(), terms, noProgress, [], 5999).end).toBeUndefined();
    expect(decideSpot(marketBuy(), terms, noProgress, [], 6000).end).toEqual({ status: 'rejected', reason: 'no_tick' });
    expect(decideSpot(marketBuy(), terms, noProgress, [tick(2, 6001, '100')], 6001)).toMatchObject({
      fills: [],
      end: { reason: 'no_tick' },
    });
    expect(decideSpot(marketBuy(), terms, noProgress, [tick(2, 6000, '100')], 6000).fills).toHaveLength(1);
  });

  test('a request to cancel ends it, unless a tick came first', () => {
    expect(decideSpot(marketBuy({ cancelAtMs: 1400 }), terms, noProgress, [tick(2, 1401, '100')], 1401)).toMatchObject({
      fills: [],
      end: { reason: 'user' },
    });
    expect(decideSpot(marketBuy({ cancelAtMs: 1400 }), terms, noProgress, [tick(2, 1400, '100')], 1401).end).toEqual({
      status: 'filled',
      reason: null,
    });
  });
});

describe('a limit order', () => {
  test('takes what stands at the limit or better, tick after tick', () => {
    const asked = order({ quantity: amount('2') });
    const ticks = [tick(2, 1100, '99.9'), tick(3, 1200, '101'), tick(4, 1300, '99.9', 9), tick(5, 1400, '99')];
    const { fills, end, progress } = decideSpot(asked, terms, noProgress, ticks, 1400);
    expect(fills.map((fill) => [fill.tick.seq, toText(fill.price)])).toEqual([
      [2, '100'],
      [4, '100'],
      [5, expect.any(String)],
    ]);
    expect(compare(fills[2]?.price ?? price('0'), price('100'))).toBe(-1);
    expect(end).toEqual({ status: 'filled', reason: null });
    expect(toText(progress.filled)).toBe('2');
  });

  test('is judged the same in one go and tick by tick', () => {
    const asked = order({ quantity: amount('3') });
    const ticks = Array.from({ length: 12 }, (_, index) =>
      tick(index + 2, 1100 + index, ['99.9', '100.2', '99.85'][index % 3] ?? ''),
    );
    const whole = decideSpot(asked, terms, noProgress, ticks, 2000);
    let progress: SpotProgress = noProgress;
    for (const one of ticks) progress = decideSpot(asked, terms, progress, [one], one.atMs).progress;
    expect(Object.values(progress).map(toText)).toEqual(Object.values(whole.progress).map(toText));
  });

  test('cancelled: ticks up to the request count, later ones do not', () => {
    const asked = order({ quantity: amount('50'), cancelAtMs: 1200 });
    const ticks = [tick(2, 1200, '99.9'), tick(3, 1201, '99.9')];
    expect(decideSpot(asked, terms, noProgress, ticks, 1199).end).toBeUndefined();
    expect(decideSpot(asked, terms, noProgress, ticks, 1201)).toMatchObject({
      fills: [{ tick: { seq: 2 } }],
      end: { status: 'cancelled', reason: 'user' },
    });
  });
});

/** Random orders and ticks; every sum of money is held against what was frozen. */
test('rounding: paid never exceeds what is frozen, filled never what was asked, and the limit is kept, however many fills', () => {
  const drawn = fc.record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    kind: fc.constantFrom('limit' as const, 'market' as const, 'total' as const),
    steps: fc.integer({ min: 1, max: 3_000_000 }),
    cents: fc.integer({ min: 50, max: 20_000_000 }),
    feeRate: fc.constantFrom('0', '0.001', '0.0007', '0.0123456'),
    levelSteps: fc.integer({ min: 1, max: 100_000 }),
    stepText: fc.constantFrom('0.00001', '0.00000001', '0.1'),
    moves: fc.array(fc.tuple(fc.integer({ min: -200, max: 200 }), fc.integer({ min: 0, max: 1000 })), {
      minLength: 1,
      maxLength: 25,
    }),
  });
  fc.assert(
    fc.property(drawn, ({ side, kind, steps, cents, feeRate, levelSteps, stepText, moves }) => {
      const at = (pips: number): string => `${Math.floor(pips / 100)}.${String(pips % 100).padStart(2, '0')}`;
      const limit = price(at(cents));
      const step = amount(stepText);
      const quantity = multiply(step, amount(String(steps)), 18, 'down');
      const isMarket = kind !== 'limit';
      const isByTotal = kind === 'total' && side === 'buy';
      const asked = order({
        side,
        entrustment: isMarket ? 'market' : 'limit',
        price: isMarket ? undefined : limit,
        seenPrice: isMarket ? limit : undefined,
        feeRate: rate(feeRate),
        quantity: isByTotal ? undefined : quantity,
        total: isByTotal ? multiply(quantity, limit, 6, 'up') : undefined,
      });
      const drawnTerms = {
        ...terms,
        book: { ...terms.book, quantityStep: step, levelQuantity: multiply(step, amount(String(levelSteps)), 18, 'down') },
      };
      const held = spotHeld(asked, drawnTerms, 6) ?? zero;
      const ticks = moves.map(([move, seed], index) => tick(index + 2, 1001 + index, at(Math.max(1, cents + move)), seed));
      const { fills, progress } = decideSpot(asked, drawnTerms, noProgress, ticks, 900_000);
      const sum = (pick: (fill: (typeof fills)[number]) => Amount): Amount =>
        fills.reduce((total, fill) => add(total, pick(fill)), zero);
      expect(toText(sum((fill) => fill.quantity))).toBe(toText(progress.filled));
      expect(toText(sum((fill) => fill.total))).toBe(toText(progress.filledTotal));
      expect(toText(sum((fill) => fill.fee))).toBe(toText(progress.fee));
      expect(toText(progress.fee)).toBe(toText(multiply(progress.filledTotal, rate(feeRate), 6, 'up')));
      expect(isNegative(spotRest(side, held, progress))).toBe(false);
      if (asked.quantity !== undefined) expect(compare(progress.filled, asked.quantity)).toBeLessThanOrEqual(0);
      if (asked.total !== undefined) expect(compare(progress.filledTotal, asked.total)).toBeLessThanOrEqual(0);
      for (const fill of fills) {
        expect(isNegative(fill.fee)).toBe(false);
        expect(isNegative(subtract(fill.total, fill.fee))).toBe(false);
        expect(toText(fill.total).split('.')[1]?.length ?? 0).toBeLessThanOrEqual(6);
        if (!isMarket) expect(compare(fill.price, limit) * (side === 'buy' ? 1 : -1)).toBeLessThanOrEqual(0);
      }
    }),
    { numRuns: 300 },
  );
});
