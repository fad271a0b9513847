import fc from 'fast-check';
import { AppError } from '@tessera/shared/errors';
import { editing, lockMs, moneyActionAfter, type MoneyAction, type MoneyActionEvent, type Sent } from './moneyAction';

type Action = MoneyAction<string, string, string>;
type Event = MoneyActionEvent<string, string, string>;

const sentAt = (sentAtMs: number, id = 'id-1'): Sent => ({ id, sentAtMs, account: '7 real' });
const ask: Event = { type: 'ask', draft: 'ten BTC' };
const terms: Event = { type: 'terms', offer: { terms: '61,000', expiresAtMs: 5000 }, nowMs: 100 };
const confirm: Event = { type: 'confirm', sent: sentAt(200) };
const refusal = new AppError('WALLET_BALANCE_INSUFFICIENT');
const play = (...events: Event[]): Action => events.reduce<Action>(moneyActionAfter, editing);
const submitted = [ask, terms, confirm] as const;

describe('a money action', () => {
  it('terms, yes, accepted', () => {
    expect(play(...submitted, { type: 'accepted', outcome: 'order 8' })).toEqual({
      state: 'accepted',
      draft: 'ten BTC',
      outcome: 'order 8',
    });
  });
  it('terms that the page knows already: shown at once', () => {
    expect(play({ ...ask, offer: { terms: '61,000' } }).state).toBe('review');
  });
  it('no answer: unknown; found later: accepted', () => {
    expect(play(...submitted, { type: 'noAnswer' }).state).toBe('unknown');
    expect(play(...submitted, { type: 'noAnswer' }, { type: 'accepted', outcome: 'order 8' }).state).toBe('accepted');
  });
  it('no answer and never found: refused, and it says that it never arrived', () => {
    expect(play(...submitted, { type: 'noAnswer' }, { type: 'neverArrived' })).toMatchObject({
      state: 'refused',
      reason: 'neverArrived',
    });
  });
  it('refused: the reason is kept, and asking again is possible', () => {
    expect(play(...submitted, { type: 'refused', error: refusal })).toMatchObject({ state: 'refused', reason: refusal });
    expect(play(...submitted, { type: 'refused', error: refusal }, ask).state).toBe('quoting');
  });
  it('closing while it is under way hides it and cancels nothing', () => {
    expect(play(...submitted, { type: 'close' })).toMatchObject({ state: 'submitting', isHidden: true });
    expect(play(...submitted, { type: 'close' }, { type: 'show' })).toMatchObject({ state: 'submitting', isHidden: false });
  });
  it('terms change while they are shown: a new yes is needed, and not within the first second', () => {
    const changed = play(ask, terms, { type: 'terms', offer: { terms: '61,100' }, nowMs: 150 });
    expect(changed).toMatchObject({ state: 'review', before: '61,000', lockedUntilMs: 150 + lockMs });
    expect(moneyActionAfter(changed, { type: 'confirm', sent: sentAt(1149) })).toBe(changed);
    expect(moneyActionAfter(changed, { type: 'confirm', sent: sentAt(1150) })).toMatchObject({
      state: 'submitting',
      offer: { terms: '61,100' },
    });
  });
  it('the exchange refuses because the price moved: shown again with the new terms, nothing is sent by itself', () => {
    expect(play(...submitted, { type: 'terms', offer: { terms: '61,300' }, nowMs: 300 })).toMatchObject({
      state: 'review',
      before: '61,000',
      offer: { terms: '61,300' },
    });
  });
  it('expired terms cannot be agreed to; new ones are asked for', () => {
    const shown = play(ask, terms);
    expect(moneyActionAfter(shown, { type: 'confirm', sent: sentAt(5000) })).toBe(shown);
    expect(moneyActionAfter(shown, { type: 'renew' })).toMatchObject({ state: 'quoting', before: '61,000' });
  });
  it('a proof is wanted: the same id is sent again with it', () => {
    const proven = play(...submitted, { type: 'challenged', challenge: refusal }, { type: 'proven', proof: '123456' });
    expect(proven).toMatchObject({ state: 'submitting', sent: { id: 'id-1', proof: '123456' } });
    expect(play(...submitted, { type: 'challenged', challenge: refusal }, { type: 'close' }).state).toBe('editing');
  });
  it('an id is kept over a reload: unknown, in the background', () => {
    expect(play({ type: 'resume', sent: sentAt(200) })).toMatchObject({ state: 'unknown', isHidden: true, draft: undefined });
    // There is nothing to show of it.
    expect(play({ type: 'resume', sent: sentAt(200) }, { type: 'show' })).toMatchObject({ isHidden: true });
    expect(play({ type: 'resume', sent: sentAt(200), draft: 'ten BTC' })).toMatchObject({ isHidden: false, draft: 'ten BTC' });
  });
});

const anyEvent = (step: number): fc.Arbitrary<Event> =>
  fc.oneof(
    fc.constant<Event>({ type: 'ask', draft: `draft ${step}` }),
    fc.constant<Event>({ type: 'ask', draft: `draft ${step}`, offer: { terms: `terms ${step}` } }),
    fc.integer({ min: 0, max: 3000 }).map<Event>((ms) => ({
      type: 'terms',
      offer: { terms: `terms ${step}`, expiresAtMs: step * 400 + ms },
      nowMs: step * 400,
    })),
    fc.constant<Event>({ type: 'confirm', sent: sentAt(step * 400, `id ${step}`) }),
    fc.constantFrom<Event>(
      { type: 'renew' },
      { type: 'challenged', challenge: refusal },
      { type: 'proven', proof: 'p' },
      { type: 'accepted', outcome: 'o' },
      { type: 'refused', error: refusal },
      { type: 'noAnswer' },
      { type: 'neverArrived' },
      { type: 'hide' },
      { type: 'show' },
      { type: 'close' },
    ),
  );

it('whatever happens in whatever order: only a yes sends, what is sent is what was shown for a second, and its id stays', () => {
  const story = fc.tuple(...Array.from({ length: 30 }, (_, step) => anyEvent(step)));
  fc.assert(
    fc.property(story, (events) => {
      let action: Action = editing;
      events.forEach((event, step) => {
        const before = action;
        action = moneyActionAfter(before, event);
        const wasUnderWay = before.state === 'submitting' || before.state === 'unknown';
        if (action.state === 'submitting' && before.state === 'review') {
          expect(event.type).toBe('confirm');
          expect(action.offer).toBe(before.offer);
          expect(step * 400).toBeGreaterThanOrEqual(before.lockedUntilMs);
        }
        if (action.state === 'submitting' && before !== action)
          expect(['review', 'stepUp', 'submitting']).toContain(before.state);
        if (wasUnderWay && 'sent' in action) expect(action.sent.id).toBe(before.sent.id);
        if (action.state === 'accepted' && before.state !== 'accepted') expect(wasUnderWay).toBe(true);
        // Nothing but its outcome, or terms that the exchange no longer holds to, ends what was sent.
        if (wasUnderWay && !('sent' in action))
          expect(['accepted', 'refused', 'neverArrived', 'terms', 'renew']).toContain(event.type);
      });
    }),
  );
});
