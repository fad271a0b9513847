import { createMemoryStorage } from '@tessera/shared/testing';
import { firstForm, formAfter, unitOf, type TicketChange, type TicketForm } from './ticketForm';
import { keepDraft, keptDraft } from './ticketDraft';

const play = (...changes: TicketChange[]): TicketForm => changes.reduce(formAfter, firstForm('buy'));
const toMarket: TicketChange = { type: 'entrustment', entrustment: 'market' };

describe('the spot form', () => {
  it('a market purchase is asked for by its total, everything else by quantity', () => {
    expect(unitOf(play())).toBe('base');
    expect(unitOf(play(toMarket))).toBe('quote');
    expect(unitOf(play(toMarket, { type: 'side', side: 'sell' }))).toBe('base');
  });
  it('what was typed keeps its unit: 0.5 BTC never becomes 0.5 USDT', () => {
    const form = play({ type: 'amount', amount: '0.5' }, toMarket);
    expect([form.amount, unitOf(form)]).toEqual(['0.5', 'base']);
  });
  it('the unit stays while the figure is typed anew; a placed order ends it', () => {
    expect(unitOf(play({ type: 'amount', amount: '0.5' }, { type: 'amount', amount: '' }, toMarket))).toBe('base');
    expect(unitOf(play({ type: 'amount', amount: '0.5' }, { type: 'placed' }, toMarket))).toBe('quote');
  });
  it('the first price begins the limit and never replaces one', () => {
    const first: TicketChange = { type: 'firstPrice', price: '61230.50' };
    expect(play(first).price).toBe('61230.50');
    expect(play({ type: 'price', price: '' }, first).price).toBe('');
  });
  it('nothing typed is lost when side or type change', () => {
    const form = play(
      { type: 'price', price: '60000' },
      { type: 'amount', amount: '0.5' },
      toMarket,
      { type: 'side', side: 'sell' },
      { type: 'entrustment', entrustment: 'limit' },
    );
    expect(form).toMatchObject({ price: '60000', amount: '0.5' });
  });
  it('the slider stays where it was put until something else is typed', () => {
    const put = play({ type: 'share', percent: 25, amount: '0.1' });
    expect(put.percent).toBe(25);
    expect(formAfter(put, { type: 'amount', amount: '0.11' }).percent).toBeUndefined();
    expect(formAfter(put, { type: 'side', side: 'sell' }).percent).toBeUndefined();
  });
});

describe('a half-filled form', () => {
  const form = play({ type: 'price', price: '61.000,5' }, { type: 'amount', amount: '0,5' });
  it('comes back for its pair, and not for another', () => {
    const storage = createMemoryStorage();
    keepDraft(storage, 'BTC-USDT', form, 1000);
    expect(keptDraft(storage, 'BTC-USDT', 2000)).toEqual(form);
    expect(keptDraft(storage, 'ETH-USDT', 2000)).toBeUndefined();
  });
  it('is too old after half an hour', () => {
    const storage = createMemoryStorage();
    keepDraft(storage, 'BTC-USDT', form, 1000);
    expect(keptDraft(storage, 'BTC-USDT', 1000 + 30 * 60_000 + 1)).toBeUndefined();
  });
  it.each(['', 'nonsense', '{}', '{"symbol":"BTC-USDT","atMs":1000,"form":{"side":"up"}}'])(
    'what cannot be read is none: %j',
    (text) => {
      const storage = createMemoryStorage();
      storage.write('spot-draft', text);
      expect(keptDraft(storage, 'BTC-USDT', 1000)).toBeUndefined();
    },
  );
});
