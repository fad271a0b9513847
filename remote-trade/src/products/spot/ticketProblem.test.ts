import { amount, price } from '@tessera/shared/money';
import { aSpotTerms } from '@tessera/shared/testing';
import { spotFigures, type SpotIntent } from './figures';
import { ticketProblem, type TicketInputs } from './ticketProblem';

const terms = aSpotTerms();
interface Change extends Partial<SpotIntent> {
  readonly available?: string | undefined;
  readonly isPriceLive?: boolean;
  readonly isOffline?: boolean;
  readonly marketState?: TicketInputs['marketState'];
}
const problemOf = ({
  available = '1000',
  isPriceLive = true,
  isOffline = false,
  marketState = 'trading',
  ...change
}: Change = {}) => {
  const intent: SpotIntent = {
    side: 'buy',
    entrustment: 'limit',
    limit: price('61000'),
    typed: amount('0.01'),
    unit: 'base',
    last: price('61230.50'),
    touch: price('61230.90'),
    ...change,
  };
  return ticketProblem({
    marketState,
    isPriceLive,
    isOffline,
    intent,
    terms,
    digits: 2,
    figures: spotFigures(intent, terms, { quote: 6, quoteShown: 2 }),
    available: available === '' ? undefined : amount(available),
  });
};
const market = { entrustment: 'market', limit: undefined } as const;

describe('the spot ticket', () => {
  it('an order that fits has no problem, in every kind', () => {
    expect(problemOf()).toBeUndefined();
    expect(problemOf(market)).toBeUndefined();
    expect(problemOf({ ...market, unit: 'quote', typed: amount('500') })).toBeUndefined();
    expect(problemOf({ side: 'sell', limit: price('61230.50'), available: '0.01' })).toBeUndefined();
    expect(problemOf({ ...market, side: 'sell', available: '0.01' })).toBeUndefined();
  });
  it.each<[string, Change, string]>([
    ['the market is halted', { marketState: 'halted' }, 'marketHalted'],
    ['the market is closed', { marketState: 'closed' }, 'marketClosed'],
    ['the price is old', { isPriceLive: false }, 'stale'],
    ['offline', { isOffline: true, isPriceLive: false }, 'offline'],
    ['no limit', { limit: undefined }, 'price'],
    ['a limit of zero', { limit: price('0') }, 'pricePositive'],
    ['between two ticks', { limit: price('61000.005') }, 'priceStep'],
    ['a sale below the price', { side: 'sell', limit: price('61230.49') }, 'sellBelow'],
    ['a purchase below the band', { limit: price('48984.39') }, 'priceBand'],
    ['a sale above the band', { side: 'sell', limit: price('73476.61') }, 'priceBand'],
    ['no amount', { typed: undefined }, 'amount'],
    ['an amount of zero', { typed: amount('0') }, 'amountPositive'],
    ['below the least quantity', { typed: amount('0.00009') }, 'quantityMin'],
    ['above the most', { typed: amount('20.00001') }, 'quantityMax'],
    ['between two steps', { typed: amount('0.010005') }, 'quantityStep'],
    ['worth too little', { typed: amount('0.00016') }, 'totalMin'],
    ['a total that is too little', { ...market, unit: 'quote', typed: amount('9.99') }, 'totalMin'],
    ['the fee does not fit', { available: '610.609999' }, 'insufficient'],
    ['fewer coins than are sold', { side: 'sell', limit: price('62000'), available: '0.00999' }, 'insufficient'],
    ['a market purchase that could cost more than is there', { ...market, available: '617.21' }, 'insufficient'],
  ])('%s: %s', (_, change, code) => {
    expect(problemOf(change)?.code).toBe(code);
  });
  it('exactly what is there is enough', () => {
    expect(problemOf({ available: '610.61' })).toBeUndefined();
  });
  it('available not known yet: left to the server', () => {
    expect(problemOf({ available: '' })).toBeUndefined();
  });
  it('names the figures that the sentence needs', () => {
    expect(problemOf({ side: 'sell', limit: price('61000') })).toMatchObject({ field: 'price', figures: { price: '61230.5' } });
    expect(problemOf({ typed: amount('0.00001') })).toMatchObject({ field: 'amount', figures: { min: '0.0001' } });
  });
});
