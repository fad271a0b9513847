import { AppError } from '@tessera/shared/errors';
import { aLeverageOrder, aSymbol } from '@tessera/shared/testing';
import { editing, placementAfter, type Draft, type Placement, type PlacementEvent } from './placement';

const draft: Draft = {
  ticket: {
    info: aSymbol(),
    direction: 'long',
    entrustment: 'market',
    leverage: 20,
    lots: '0.2',
    limitPrice: undefined,
    takeProfit: undefined,
    stopLoss: undefined,
  },
  clientOrderId: 'id-1',
  seenPrice: '61230.90',
};
const noAnswer = new AppError('NETWORK_TIMEOUT', { isOutcomeUnknown: true });
const moved = new AppError('ORDER_PRICE_MOVED', { params: { old: '61230.90', new: '61290.10' } });
const play = (...events: readonly PlacementEvent[]): Placement => events.reduce(placementAfter, editing);
const previewed: PlacementEvent = { type: 'preview', draft };
const submitted = [previewed, { type: 'place' }] as const;
const pending = aLeverageOrder({ status: 'pending', openPrice: null });

describe('placing a leveraged order', () => {
  it('accepted, waiting for its tick, opened', () => {
    const waiting = play(...submitted, { type: 'accepted', order: pending });
    expect(waiting.state).toBe('waiting');
    expect(placementAfter(waiting, { type: 'updated', order: aLeverageOrder() })).toMatchObject({
      state: 'confirmed',
      order: { status: 'open' },
    });
  });
  it.each(['price_moved', 'no_tick', 'margin'] as const)(
    'ended without a position (%s): failed, with the order that says why',
    (cancelReason) => {
      const order = aLeverageOrder({ status: 'cancelled', cancelReason });
      expect(play(...submitted, { type: 'accepted', order: pending }, { type: 'updated', order })).toEqual({
        state: 'failed',
        draft,
        order,
      });
    },
  );
  it('another order changes nothing', () => {
    const waiting = play(...submitted, { type: 'accepted', order: pending });
    expect(placementAfter(waiting, { type: 'updated', order: aLeverageOrder({ id: 'other' }) })).toBe(waiting);
  });
  it('a limit that waits is confirmed', () => {
    const order = aLeverageOrder({ status: 'pending', entrustment: 'limit', limitPrice: '60000' });
    expect(play(...submitted, { type: 'accepted', order }).state).toBe('confirmed');
  });
  it('no answer: unknown; found by its id: as if accepted', () => {
    const unknown = play(...submitted, { type: 'refused', error: noAnswer });
    expect(unknown).toEqual({ state: 'unknown', draft });
    expect(placementAfter(unknown, { type: 'close' })).toBe(unknown);
    expect(placementAfter(unknown, { type: 'accepted', order: aLeverageOrder() }).state).toBe('confirmed');
  });
  it('never arrived: the same form with the same id, so that a late arrival is the same order', () => {
    expect(play(...submitted, { type: 'refused', error: noAnswer }, { type: 'neverArrived' })).toEqual({
      state: 'preview',
      draft,
      neverArrived: true,
    });
  });
  it('the price moved: nothing is placed before the person accepted the new one', () => {
    const shown = play(...submitted, { type: 'refused', error: moved });
    expect(shown).toMatchObject({ state: 'preview', moved: { old: '61230.90', new: '61290.10' } });
    expect(placementAfter(shown, { type: 'place' })).toBe(shown);
    const accepted = placementAfter(shown, { type: 'acceptPrice' });
    expect(accepted).toMatchObject({ state: 'preview', draft: { seenPrice: '61290.10', clientOrderId: 'id-1' } });
    expect(placementAfter(accepted, { type: 'place' }).state).toBe('submitting');
  });
  it('the price moves while the form is read: both are shown', () => {
    expect(play(previewed, { type: 'moved', to: '61300' })).toMatchObject({ moved: { old: '61230.90', new: '61300' } });
  });
  it('refused: back to the ticket with the reason', () => {
    const error = new AppError('WALLET_BALANCE_INSUFFICIENT');
    expect(play(...submitted, { type: 'refused', error })).toEqual({ state: 'editing', refusal: error });
  });
  it('a second tap on place, or closing while it is under way, changes nothing', () => {
    const submitting = play(...submitted);
    expect(placementAfter(submitting, { type: 'place' })).toBe(submitting);
    expect(placementAfter(submitting, { type: 'close' })).toBe(submitting);
  });
});
