import { AppError } from '@tessera/shared/errors';
import { aDuration, aSecondsOrder, aSecondsQuote, aSymbol } from '@tessera/shared/testing';
import { editing, placementAfter, type Draft, type Placement, type PlacementEvent } from './placement';

const draft: Draft = {
  ticket: { info: aSymbol(), direction: 'long', duration: aDuration(), stake: '100', asset: 'USDT' },
  clientOrderId: '00000000-0000-4000-8000-000000000001',
};
const quote = aSecondsQuote();
const order = aSecondsOrder();
const play = (...events: PlacementEvent[]): Placement => events.reduce(placementAfter, editing);
const submitted: PlacementEvent[] = [{ type: 'ask', draft }, { type: 'terms', quote }, { type: 'place' }];
const noAnswer = new AppError('NETWORK_TIMEOUT', { isOutcomeUnknown: true });

describe('placing an order', () => {
  it('terms, place, accepted: placed', () => {
    expect(play(...submitted, { type: 'accepted', order })).toEqual({ state: 'placed', order });
  });
  it('no answer: unknown, and found later: placed', () => {
    expect(play(...submitted, { type: 'refused', error: noAnswer }).state).toBe('unknown');
    expect(play(...submitted, { type: 'refused', error: noAnswer }, { type: 'accepted', order }).state).toBe('placed');
  });
  it('no answer and never found: editing, and it says that nothing was taken', () => {
    expect(play(...submitted, { type: 'refused', error: noAnswer }, { type: 'neverArrived' })).toEqual({
      state: 'editing',
      neverArrived: true,
    });
  });
  it('the price moved: new terms, shown with the movement, nothing placed by itself', () => {
    const moved = new AppError('ORDER_PRICE_MOVED', { params: { old: '1', new: '2' } });
    const next = play(...submitted, { type: 'refused', error: moved }, { type: 'terms', quote });
    expect(next).toMatchObject({ state: 'confirming', moved });
  });
  it('refused: back to editing with the reason', () => {
    const error = new AppError('WALLET_BALANCE_INSUFFICIENT');
    expect(play(...submitted, { type: 'refused', error })).toEqual({ state: 'editing', refusal: error });
  });
  it('closing is impossible while nobody knows whether the order exists', () => {
    expect(play(...submitted, { type: 'close' }).state).toBe('submitting');
    expect(play(...submitted, { type: 'refused', error: noAnswer }, { type: 'close' }).state).toBe('unknown');
  });
  it('a second tap on place, or terms that come late, change nothing', () => {
    const submitting = play(...submitted);
    expect(placementAfter(submitting, { type: 'place' })).toBe(submitting);
    expect(placementAfter(submitting, { type: 'terms', quote })).toBe(submitting);
  });
});
