import { AppError } from '@tessera/shared/errors';
import { amount, price, toText } from '@tessera/shared/money';
import { aSpotOrder } from '@tessera/shared/testing';
import { editing, placementAfter, type Draft, type Placement, type PlacementEvent } from './placement';

const draft: Draft = {
  symbol: 'BTC-USDT',
  clientOrderId: '00000000-0000-4000-8000-000000000071',
  isRetry: false,
  isQuick: false,
  intent: {
    side: 'buy',
    entrustment: 'market',
    limit: undefined,
    typed: amount('500'),
    unit: 'quote',
    last: price('61230.50'),
    touch: price('61230.90'),
  },
};
const order = aSpotOrder();
const play = (...events: PlacementEvent[]): Placement => events.reduce(placementAfter, editing);
const submitted: PlacementEvent[] = [{ type: 'ask', draft }, { type: 'place' }];
const noAnswer = new AppError('NETWORK_TIMEOUT', { isOutcomeUnknown: true });

describe('placing a spot order', () => {
  it('preview, place, accepted: placed', () => {
    expect(play(...submitted, { type: 'accepted', order })).toEqual({ state: 'placed', order });
  });
  it('a small order goes without the preview, if the person chose so', () => {
    expect(play({ type: 'ask', draft: { ...draft, isQuick: true } }).state).toBe('submitting');
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
  it('the price moved: the new price stands in the preview, with the movement, and nothing is placed by itself', () => {
    const moved = new AppError('ORDER_PRICE_MOVED', { params: { old: '61230.50', new: '61410.25' } });
    const next = play(...submitted, { type: 'refused', error: moved });
    expect(next).toMatchObject({ state: 'confirming', moved, draft: { clientOrderId: draft.clientOrderId } });
    expect('draft' in next && next.draft.intent.last !== undefined && toText(next.draft.intent.last)).toBe('61410.25');
  });
  it('refused: back to editing with the reason', () => {
    const error = new AppError('WALLET_BALANCE_INSUFFICIENT');
    expect(play(...submitted, { type: 'refused', error })).toEqual({ state: 'editing', refusal: error });
  });
  it('an id that already stands for another order: the earlier request did arrive, and is asked for', () => {
    const error = new AppError('REQUEST_ILLEGAL');
    expect(play({ type: 'ask', draft: { ...draft, isRetry: true } }, { type: 'place' }, { type: 'refused', error }).state).toBe(
      'unknown',
    );
    expect(play(...submitted, { type: 'refused', error }).state).toBe('editing');
  });
  it('closing is impossible while nobody knows whether the order exists', () => {
    expect(play(...submitted, { type: 'close' }).state).toBe('submitting');
    expect(play(...submitted, { type: 'refused', error: noAnswer }, { type: 'close' }).state).toBe('unknown');
    expect(play({ type: 'ask', draft }, { type: 'close' })).toBe(editing);
  });
  it('a second tap, or an answer that comes late, changes nothing', () => {
    const submitting = play(...submitted);
    expect(placementAfter(submitting, { type: 'place' })).toBe(submitting);
    expect(placementAfter(submitting, { type: 'ask', draft })).toBe(submitting);
    expect(placementAfter(editing, { type: 'accepted', order })).toBe(editing);
    expect(placementAfter(editing, { type: 'refused', error: noAnswer })).toBe(editing);
  });
});
