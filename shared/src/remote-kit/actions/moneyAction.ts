/**
 * One action that moves money, as a closed set of states: terms are asked for, shown, agreed to, sent once. No answer is
 * *unknown*, never *failed*: the exchange is asked by the person's own id until it is found or can no longer arrive.
 *
 *   editing --ask--> quoting --terms--> review --confirm--> submitting --accepted--> accepted
 *                       |                ^  |                 |  |  |
 *                       +--refused-+     |  +--close--> editing |  |  +--no answer--> unknown --found--> accepted
 *                                  v     +--terms changed-------+  |                     +--never arrived--> refused
 *                               refused <--------------refused----+--a proof is wanted--> stepUp --proven--> submitting
 *
 * A step that a product lacks is skipped by its adapter. An event that does not belong to the present state changes nothing.
 */
import type { AppError } from '@tessera/shared/errors';

/** What was sent under the person's yes. */
export interface Sent {
  /** Made at the yes, kept until the outcome is known; the `Idempotency-Key` of every repeat. */
  readonly id: string;
  readonly sentAtMs: number;
  /** The id was lent by an earlier try, which was given up as never arrived: when that one was sent. */
  readonly firstSentAtMs?: number | undefined;
  /** The person and account under which it was sent: another one cannot ask for it. */
  readonly account: string;
  /** What the person proved when asked: a payment password's token, a code. */
  readonly proof?: string | undefined;
}

export interface Offer<Terms> {
  readonly terms: Terms;
  /** Until when they may be agreed to, in the server's clock; left out: until they change. */
  readonly expiresAtMs?: number | undefined;
}

export type MoneyAction<Draft, Terms, Outcome> =
  | { readonly state: 'editing' }
  | { readonly state: 'quoting'; readonly draft: Draft; readonly before?: Terms | undefined }
  | {
      readonly state: 'review';
      readonly draft: Draft;
      readonly offer: Offer<Terms>;
      /** The terms that stood here before these; they were not agreed to. */
      readonly before?: Terms | undefined;
      /** A button that just changed is no answer to what it said before. */
      readonly lockedUntilMs: number;
    }
  | {
      readonly state: 'stepUp';
      readonly draft: Draft;
      readonly offer: Offer<Terms>;
      readonly sent: Sent;
      readonly challenge: AppError;
    }
  | {
      readonly state: 'submitting';
      readonly draft: Draft;
      readonly offer: Offer<Terms>;
      readonly sent: Sent;
      /** The person looks at something else; the action goes on. */
      readonly isHidden: boolean;
    }
  | {
      readonly state: 'unknown';
      /** undefined after a reload: only the id is kept. */
      readonly draft: Draft | undefined;
      readonly offer: Offer<Terms> | undefined;
      readonly sent: Sent;
      readonly isHidden: boolean;
    }
  | { readonly state: 'accepted'; readonly draft: Draft | undefined; readonly outcome: Outcome }
  | { readonly state: 'refused'; readonly draft: Draft | undefined; readonly reason: AppError | 'neverArrived' };

export type MoneyActionEvent<Draft, Terms, Outcome> =
  /** With an offer when the product's terms are already known to the page. */
  | { readonly type: 'ask'; readonly draft: Draft; readonly offer?: Offer<Terms> | undefined }
  /** Terms that were asked for, or that changed while they are shown. */
  | { readonly type: 'terms'; readonly offer: Offer<Terms>; readonly nowMs: number }
  /** The terms are over: others are asked for. */
  | { readonly type: 'renew' }
  | { readonly type: 'confirm'; readonly sent: Sent }
  | { readonly type: 'challenged'; readonly challenge: AppError }
  | { readonly type: 'proven'; readonly proof: string }
  | { readonly type: 'accepted'; readonly outcome: Outcome }
  | { readonly type: 'refused'; readonly error: AppError }
  | { readonly type: 'noAnswer' }
  | { readonly type: 'neverArrived' }
  /** After a reload: an id is kept whose outcome nobody knows, with its draft where the product keeps it. */
  | { readonly type: 'resume'; readonly sent: Sent; readonly draft?: Draft | undefined }
  | { readonly type: 'hide' }
  | { readonly type: 'show' }
  | { readonly type: 'close' };

export const lockMs = 1000;
export const editing = { state: 'editing' } as const;

export function moneyActionAfter<Draft, Terms, Outcome>(
  action: MoneyAction<Draft, Terms, Outcome>,
  event: MoneyActionEvent<Draft, Terms, Outcome>,
): MoneyAction<Draft, Terms, Outcome> {
  switch (event.type) {
    case 'ask':
      if (action.state !== 'editing' && action.state !== 'refused' && action.state !== 'accepted') return action;
      return event.offer === undefined
        ? { state: 'quoting', draft: event.draft }
        : { state: 'review', draft: event.draft, offer: event.offer, lockedUntilMs: 0 };
    case 'terms':
      return withTerms(action, event.offer, event.nowMs);
    case 'renew':
      return action.state === 'review' || action.state === 'submitting'
        ? { state: 'quoting', draft: action.draft, before: action.offer.terms }
        : action;
    case 'confirm':
      return action.state === 'review' && mayConfirm(action, event.sent.sentAtMs)
        ? { state: 'submitting', draft: action.draft, offer: action.offer, sent: event.sent, isHidden: false }
        : action;
    case 'challenged':
      return action.state === 'submitting'
        ? { state: 'stepUp', draft: action.draft, offer: action.offer, sent: action.sent, challenge: event.challenge }
        : action;
    case 'proven':
      return action.state === 'stepUp'
        ? {
            state: 'submitting',
            draft: action.draft,
            offer: action.offer,
            sent: { ...action.sent, proof: event.proof },
            isHidden: false,
          }
        : action;
    case 'accepted':
      return isUnderWay(action) ? { state: 'accepted', draft: action.draft, outcome: event.outcome } : action;
    case 'refused':
      return action.state === 'quoting' || isUnderWay(action)
        ? { state: 'refused', draft: action.draft, reason: event.error }
        : action;
    case 'noAnswer':
      return action.state === 'submitting' ? { ...action, state: 'unknown' } : action;
    case 'neverArrived':
      return action.state === 'unknown' ? { state: 'refused', draft: action.draft, reason: 'neverArrived' } : action;
    case 'resume':
      return action.state === 'editing'
        ? { state: 'unknown', draft: event.draft, offer: undefined, sent: event.sent, isHidden: event.draft === undefined }
        : action;
    case 'hide':
    case 'show':
      // Without a draft there is nothing to show: it stays in the background until its outcome is known.
      return isUnderWay(action) && action.draft !== undefined ? { ...action, isHidden: event.type === 'hide' } : action;
    case 'close':
      // What was sent cannot be taken back by closing a sheet: it is hidden instead.
      return isUnderWay(action) ? { ...action, isHidden: true } : editing;
  }
}

/** Sent, and nobody knows yet what became of it. */
export function isUnderWay<Draft, Terms, Outcome>(
  action: MoneyAction<Draft, Terms, Outcome>,
): action is Extract<MoneyAction<Draft, Terms, Outcome>, { readonly state: 'submitting' | 'unknown' }> {
  return action.state === 'submitting' || action.state === 'unknown';
}

/** May what is shown be agreed to at this moment? */
export const mayConfirm = (
  { lockedUntilMs, offer }: { readonly lockedUntilMs: number; readonly offer: Offer<unknown> },
  nowMs: number,
): boolean => nowMs >= lockedUntilMs && (offer.expiresAtMs === undefined || nowMs < offer.expiresAtMs);

function withTerms<Draft, Terms, Outcome>(
  action: MoneyAction<Draft, Terms, Outcome>,
  offer: Offer<Terms>,
  nowMs: number,
): MoneyAction<Draft, Terms, Outcome> {
  if (action.state === 'quoting') {
    const { draft, before } = action;
    return { state: 'review', draft, offer, before, lockedUntilMs: before === undefined ? 0 : nowMs + lockMs };
  }
  if (action.state !== 'review' && action.state !== 'submitting') return action;
  return { state: 'review', draft: action.draft, offer, before: action.offer.terms, lockedUntilMs: nowMs + lockMs };
}
