import fc from 'fast-check';
import { add, amount, compare, isPositive, price, toText, type Amount } from '@tessera/shared/money';
import { aSpotTerms } from '@tessera/shared/testing';
import { amountInUnit, maxAmount, percentOf, shareOf, spotFigures, type SpotIntent } from './figures';

const terms = aSpotTerms();
const scales = { quote: 6, quoteShown: 2 };
const intent = (change: Partial<SpotIntent> = {}): SpotIntent => ({
  side: 'buy',
  entrustment: 'limit',
  limit: price('60000'),
  typed: amount('0.01'),
  unit: 'base',
  last: price('61230.50'),
  touch: price('61230.90'),
  ...change,
});
const market = { entrustment: 'market', limit: undefined } as const;
const shown = (figures: ReturnType<typeof spotFigures>) =>
  figures === undefined ? undefined : [figures.quantity, figures.total, figures.fee, figures.held].map(toText);

describe('what a ticket comes to', () => {
  it('a limit purchase: quantity × limit, the fee on top, both frozen', () => {
    expect(shown(spotFigures(intent(), terms, scales))).toEqual(['0.01', '600', '0.6', '600.6']);
  });
  it('a limit sale freezes the coins', () => {
    expect(shown(spotFigures(intent({ side: 'sell', limit: price('62000') }), terms, scales))).toEqual([
      '0.01',
      '620',
      '0.62',
      '0.01',
    ]);
  });
  it('a market purchase by total: what it buys at the touch in whole steps, the total and its fee frozen', () => {
    const figures = spotFigures(intent({ ...market, unit: 'quote', typed: amount('500') }), terms, scales);
    expect(shown(figures)).toEqual(['0.00816', '500', '0.5', '500.5']);
    expect(figures?.asked).toMatchObject({ quantity: undefined, seenPrice: price('61230.50') });
    expect(figures?.isEstimate).toBe(true);
  });
  it('a market purchase by quantity freezes what it could cost at worst', () => {
    // 61,230.50 × 1.002 × 1.005 × 0.01, rounded up, and the fee of that.
    expect(shown(spotFigures(intent(market), terms, scales))).toEqual(['0.01', '612.309', '0.612309', '617.213857']);
  });
  it('a limit in the quote asset is sent in whole steps of the base', () => {
    const figures = spotFigures(intent({ unit: 'quote', typed: amount('100') }), terms, scales);
    expect([toText(figures?.asked.quantity ?? amount('0')), figures?.asked.total]).toEqual(['0.00166', undefined]);
  });
  it('nothing is guessed while a figure is missing', () => {
    expect(spotFigures(intent({ limit: undefined }), terms, scales)).toBeUndefined();
    expect(spotFigures(intent({ typed: undefined }), terms, scales)).toBeUndefined();
    expect(spotFigures(intent({ ...market, touch: undefined }), terms, scales)).toBeUndefined();
    expect(spotFigures(intent({ limit: price('0') }), terms, scales)).toBeUndefined();
  });
});

describe('the most that can be ordered', () => {
  const kinds = fc.record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    entrustment: fc.constantFrom('limit' as const, 'market' as const),
    unit: fc.constantFrom('base' as const, 'quote' as const),
    cents: fc.integer({ min: 1, max: 20_000_000 }),
    available: fc.integer({ min: 0, max: 2_000_000_000 }),
  });
  it('is affordable with its fee, and one step more of a purchase is not', () => {
    fc.assert(
      fc.property(kinds, ({ side, entrustment, unit, cents, available: units }) => {
        const at = price((cents / 100).toFixed(2));
        const asked = intent({
          side,
          entrustment,
          unit,
          limit: entrustment === 'limit' ? at : undefined,
          last: at,
          touch: at,
          typed: undefined,
        });
        const available = amount((units / 10_000).toFixed(4));
        const open = aSpotTerms({ quantityMax: '100000000000' });
        const max = maxAmount(asked, available, open, scales);
        if (max === undefined || !isPositive(max)) return;
        const held = (typed: Amount) => spotFigures({ ...asked, typed }, open, scales)?.held;
        const ofMost = held(max);
        expect(ofMost !== undefined && compare(ofMost, available) <= 0).toBe(true);
        if (unit === 'quote') return;
        const ofMore = held(add(max, amount(open.quantityStep)));
        expect(ofMore !== undefined && compare(ofMore, available) > 0).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
  it('is never more than the pair allows', () => {
    expect(toText(maxAmount(intent({ side: 'sell' }), amount('500'), terms, scales) ?? amount('0'))).toBe('20');
  });
  it('is not known without a price', () => {
    expect(maxAmount(intent({ limit: undefined }), amount('500'), terms, scales)).toBeUndefined();
  });
  it('a share of it falls on whole steps, and the slider finds it again', () => {
    const max = amount('0.33333');
    expect(toText(shareOf(max, 25, 'base', terms, scales))).toBe('0.08333');
    expect(toText(shareOf(amount('999.99'), 75, 'quote', terms, scales))).toBe('749.99');
    expect(toText(shareOf(max, 100, 'base', terms, scales))).toBe('0.33333');
    expect(toText(shareOf(max, 5, 'base', terms, scales))).toBe('0.01666');
    expect([percentOf(max, max), percentOf(amount('0.1666'), max), percentOf(undefined, max), percentOf(max, undefined)]).toEqual(
      [100, 49, 0, 0],
    );
  });
  it('counted in the other unit at the price of the ticket', () => {
    expect(toText(amountInUnit(amount('0.01'), 'quote', price('60000'), terms, scales) ?? amount('0'))).toBe('600');
    expect(toText(amountInUnit(amount('600'), 'base', price('60000'), terms, scales) ?? amount('0'))).toBe('0.01');
    expect(amountInUnit(amount('600'), 'base', undefined, terms, scales)).toBeUndefined();
  });
});
