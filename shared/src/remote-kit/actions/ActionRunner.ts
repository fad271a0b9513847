/**
 * Runs one money action: makes the calls that its state asks for and tells it what came of them. It belongs to the mount, not
 * to a page: what was sent goes on when the person looks at something else. Requests repeat under one key, so a repeat is the
 * same order; an acceptance is believed from any of them, a refusal only when none is still on its way.
 */
import { BehaviorSubject, Subscription, timer } from '@tessera/shared/kernel';
import { AppError, asAppError } from '@tessera/shared/errors';
import type { ServerClock } from '@tessera/shared/time';
import {
  editing,
  isUnderWay,
  moneyActionAfter,
  type MoneyAction,
  type MoneyActionEvent,
  type Offer,
  type Sent,
} from './moneyAction';
import { isAboutTheWork } from './isAboutTheWork';
import { isSameDraft } from './isSameDraft';
import type { SentActions } from './sentActions';

/** What follows from a refusal besides being told: other terms, terms to be asked for, a proof that is wanted. */
export type AfterRefusal<Terms> = Offer<Terms> | 'renew' | 'challenge' | undefined;

/** A product's part of a money action. */
export interface MoneyActionAdapter<Draft, Terms, Outcome> {
  /** Names it in the session's storage; one action of a kind at a time. */
  readonly kind: string;
  /** Left out: the page knows the terms and hands them to `ask`. */
  readonly terms?: ((draft: Draft, signal: AbortSignal) => Promise<Offer<Terms>>) | undefined;
  readonly submit: (draft: Draft, terms: Terms, sent: Sent) => Promise<Outcome>;
  /**
   * Asks by the id what became of it; undefined: not there (yet), an error as the answer: refused. `draft` is undefined after
   * a reload.
   */
  readonly find: (sent: Sent, draft: Draft | undefined) => Promise<Outcome | AppError | undefined>;
  readonly afterRefusal?: ((error: AppError, draft: Draft, terms: Terms) => AfterRefusal<Terms>) | undefined;
  /** Until when a request that was not answered may still arrive; left out: for `lostAfterMs` after it was sent. */
  readonly arrivesUntilMs?: ((offer: Offer<Terms> | undefined, sentAtMs: number) => number) | undefined;
  /** Said wherever the person is. */
  readonly texts: {
    readonly accepted: (outcome: Outcome) => string | undefined;
    readonly refused: (error: AppError) => string;
    readonly neverArrived: string;
  };
  /** False: only the page's own list says what became of it after a reload. Default true. */
  readonly isKept?: boolean | undefined;
  /** True: the draft is plain data and is kept with the id, for a `find` that sends the same again. Default false. */
  readonly keepsDraft?: boolean | undefined;
}

/** A page that shows the action. */
export interface Watcher<Outcome> {
  readonly onAccepted: (outcome: Outcome) => void;
}

interface RunnerDeps {
  readonly clock: ServerClock;
  /** The person and account that calls are made for now. */
  readonly account: () => string;
  readonly sentActions: SentActions;
  /** Tells an outcome that no page shows. */
  readonly tell: (text: string, isGood: boolean) => void;
  /** There is no network, and the person is told: what set out would be unknown for as long as it might still arrive. */
  readonly isStopped: () => boolean;
}

/** Without an answer for this long, the same is sent again under the same key. */
export const resendAfterMs = 2000;
/** Without an answer for this long, the outcome is called unknown and asked for. */
export const answerWithinMs = 15_000;
/** A request without an answer is given up by every part between here and the exchange within this time. */
const lostAfterMs = 30_000;
const askEveryMs = 1500;

export class ActionRunner<Draft, Terms, Outcome> {
  readonly state$ = new BehaviorSubject<MoneyAction<Draft, Terms, Outcome>>(editing);
  /** The latest of the page's: its texts are in the present language. */
  adapter: MoneyActionAdapter<Draft, Terms, Outcome>;
  private readonly watchers = new Set<Watcher<Outcome>>();
  private readonly deps: RunnerDeps;
  private readonly owner = crypto.randomUUID();
  /** The present yes is in the tab's storage. */
  private isKept = false;
  private quoting: AbortController | undefined;
  private waiting = new Subscription();
  /** Requests of the present yes that are on their way. */
  private onTheirWay = 0;
  private latestSentAtMs = 0;
  /** Questions what became of it that are on their way; a product may ask by sending the same again. */
  private openQuestions = 0;
  /** A request of the present yes ended without an answer: it may have passed where a repeat was turned away. */
  private isUnanswered = false;
  /** Was given up as never arrived: the next try of the same carries its id, so that even a miracle makes one order of the two. */
  private lost: { readonly sent: Sent; readonly draft: Draft | undefined } | undefined;
  /** An id that stands for something else is not lent again. */
  private takenId: string | undefined;

  constructor(adapter: MoneyActionAdapter<Draft, Terms, Outcome>, deps: RunnerDeps) {
    this.adapter = adapter;
    this.deps = deps;
  }

  get action(): MoneyAction<Draft, Terms, Outcome> {
    return this.state$.value;
  }

  watch(watcher: Watcher<Outcome>): () => void {
    this.watchers.add(watcher);
    return () => {
      this.watchers.delete(watcher);
      // Nobody agreed to anything yet: leaving the page is closing the sheet.
      if (this.watchers.size === 0 && !isUnderWay(this.action)) this.send({ type: 'close' });
    };
  }

  ask(draft: Draft, offer?: Offer<Terms>): void {
    this.send({ type: 'ask', draft, offer });
  }

  /** Where nothing is asked in between. */
  askAndConfirm(draft: Draft, offer: Offer<Terms>): void {
    if (this.deps.isStopped()) return;
    this.ask(draft, offer);
    this.confirm();
  }

  confirm(): void {
    const { action } = this;
    if (action.state !== 'review' || this.deps.isStopped()) return;
    const account = this.deps.account();
    const { lost } = this;
    const isLent = lost?.sent.account === account && isSameDraft(lost.draft, action.draft);
    const id = isLent ? lost.sent.id : crypto.randomUUID();
    this.isUnanswered = false;
    const first = isLent ? { firstSentAtMs: lost.sent.firstSentAtMs ?? lost.sent.sentAtMs } : {};
    this.send({ type: 'confirm', sent: { id, sentAtMs: this.deps.clock.now(), ...first, account } });
  }

  prove(proof: string): void {
    if (!this.deps.isStopped()) this.send({ type: 'proven', proof });
  }

  /** The terms that stand there have changed; what was sent keeps the ones that were agreed to. */
  change(offer: Offer<Terms>): void {
    if (this.action.state === 'review') this.send({ type: 'terms', offer, nowMs: this.deps.clock.now() });
  }

  /** Takes up what was sent before a reload. */
  resume(): void {
    const { sentActions, account } = this.deps;
    const kept = sentActions.read(account(), this.adapter.kind);
    if (kept === undefined || kept.account !== account()) return;
    const { draft, owner: _, ...sent } = kept;
    if (this.action.state !== 'editing') return;
    // From now on this one follows it: a mount that the person left is silent.
    this.keep(sent, draft);
    // Kept by this very adapter, in this tab.
    this.send({ type: 'resume', sent, draft: this.adapter.keepsDraft === true ? (draft as Draft | undefined) : undefined });
  }

  send(event: MoneyActionEvent<Draft, Terms, Outcome>): void {
    const before = this.action;
    if (isUnderWay(before) && this.isTakenOver(before.sent)) return this.giveUp();
    const next = moneyActionAfter(before, event);
    if (next === before) return;
    this.state$.next(next);
    if (next.state === 'accepted' || (event.type === 'refused' && isAboutTheWork(event.error))) this.lost = undefined;
    if (next.state === 'refused' && before.state === 'unknown' && next.reason === 'neverArrived')
      this.lost = before.sent.id === this.takenId ? undefined : { sent: before.sent, draft: before.draft };
    if (before.state === 'quoting') this.quoting?.abort();
    if (isUnderWay(before) && !isUnderWay(next)) this.endWaiting(before.sent);
    switch (next.state) {
      case 'quoting':
        return this.askTerms(next.draft);
      case 'submitting':
        return before.state === 'submitting' ? undefined : this.submit(next.draft, next.offer, next.sent);
      case 'unknown':
        return before.state === 'unknown' ? undefined : this.askUntilKnown(next.sent, next.offer);
      case 'accepted':
        return this.tellAccepted(next.outcome, before);
      case 'refused':
        return isUnderWay(before) ? this.tellRefused(next.reason, before.isHidden) : undefined;
      default:
        return undefined;
    }
  }

  private askTerms(draft: Draft): void {
    const { terms } = this.adapter;
    if (terms === undefined) return this.send({ type: 'close' });
    const quoting = new AbortController();
    this.quoting = quoting;
    terms(draft, quoting.signal).then(
      (offer) => {
        if (!quoting.signal.aborted) this.send({ type: 'terms', offer, nowMs: this.deps.clock.now() });
      },
      (failure: unknown) => {
        if (!quoting.signal.aborted) this.send({ type: 'refused', error: asAppError(failure, 'PLEASE_RETRY') });
      },
    );
    return undefined;
  }

  private submit(draft: Draft, offer: Offer<Terms>, sent: Sent): void {
    this.waiting = new Subscription();
    if (this.adapter.isKept !== false) this.keep(sent, this.adapter.keepsDraft === true ? draft : undefined);
    this.sendOnce(draft, offer, sent);
    this.waiting.add(timer(resendAfterMs).subscribe(() => this.sendOnce(draft, offer, sent)));
    this.waiting.add(timer(answerWithinMs).subscribe(() => this.send({ type: 'noAnswer' })));
  }

  private sendOnce(draft: Draft, offer: Offer<Terms>, sent: Sent): void {
    // Under another account it would be another person's order.
    if (this.deps.account() !== sent.account) return;
    if (this.isTakenOver(sent)) return this.giveUp();
    const { waiting } = this;
    const isOver = () => waiting.closed;
    this.latestSentAtMs = this.deps.clock.now();
    this.onTheirWay += 1;
    this.adapter.submit(draft, offer.terms, sent).then(
      (outcome) => {
        if (isOver()) return;
        this.onTheirWay -= 1;
        this.send({ type: 'accepted', outcome });
      },
      (failure: unknown) => {
        if (isOver()) return;
        this.onTheirWay -= 1;
        this.onFailure(asAppError(failure, 'PLEASE_RETRY'), draft, offer.terms, sent);
      },
    );
  }

  private onFailure(error: AppError, draft: Draft, terms: Terms, { id }: Sent): void {
    if (error.isOutcomeUnknown) this.isUnanswered = true;
    // Another request under the same key may still be accepted.
    if (error.isOutcomeUnknown || this.onTheirWay > 0) return this.send({ type: 'noAnswer' });
    // The id already stands for an order with other figures: the earlier request did arrive.
    if (this.lost?.sent.id === id && error.code === 'REQUEST_ILLEGAL') {
      this.lost = undefined;
      this.takenId = id;
      return this.send({ type: 'noAnswer' });
    }
    // Turned away at the door, which says nothing of the one before it.
    if (this.isUnanswered && !isAboutTheWork(error)) return this.send({ type: 'noAnswer' });
    const next = this.action.state === 'submitting' ? this.adapter.afterRefusal?.(error, draft, terms) : undefined;
    if (next === undefined) return this.send({ type: 'refused', error });
    if (next === 'renew') return this.send({ type: 'renew' });
    if (next === 'challenge') return this.send({ type: 'challenged', challenge: error });
    return this.send({ type: 'terms', offer: next, nowMs: this.deps.clock.now() });
  }

  private askUntilKnown(sent: Sent, offer: Offer<Terms> | undefined): void {
    if (this.waiting.closed || sent.sentAtMs > this.latestSentAtMs) this.latestSentAtMs = sent.sentAtMs;
    if (this.waiting.closed) this.waiting = new Subscription();
    const { waiting } = this;
    waiting.add(
      timer(0, askEveryMs).subscribe(() => {
        // Another person's calls would not find it: asked again when this one is back.
        if (this.deps.account() !== sent.account || this.action.state !== 'unknown') return;
        if (this.isTakenOver(sent)) return this.giveUp();
        this.openQuestions += 1;
        this.adapter.find(sent, this.action.draft).then(
          (outcome) => {
            if (waiting.closed) return;
            this.openQuestions -= 1;
            const isLast = this.openQuestions === 0 && this.onTheirWay === 0;
            if (outcome instanceof AppError && isAboutTheWork(outcome)) {
              // Another request under the same key may still be accepted: asked again when none is on its way.
              if (isLast) this.send({ type: 'refused', error: outcome });
            } else if (outcome !== undefined && !(outcome instanceof AppError)) this.send({ type: 'accepted', outcome });
            else if (this.deps.clock.now() > this.arrivesUntilMs(offer)) this.send({ type: 'neverArrived' });
          },
          // Still no connection: ask again.
          () => {
            if (!waiting.closed) this.openQuestions -= 1;
          },
        );
      }),
    );
  }

  arrivesUntilMs(offer: Offer<Terms> | undefined): number {
    const { arrivesUntilMs } = this.adapter;
    return arrivesUntilMs?.(offer, this.latestSentAtMs) ?? this.latestSentAtMs + lostAfterMs;
  }

  private keep(sent: Sent, draft: unknown): void {
    const kept = { ...sent, owner: this.owner, ...(draft === undefined ? {} : { draft }) };
    this.isKept = this.deps.sentActions.keep(this.adapter.kind, kept);
  }

  /** The remote was opened again meanwhile: its new mount follows what was sent. */
  private isTakenOver({ account }: Sent): boolean {
    return this.isKept && this.deps.sentActions.read(account, this.adapter.kind)?.owner !== this.owner;
  }

  private giveUp(): void {
    this.stopWaiting();
    this.state$.next(editing);
  }

  private endWaiting({ account }: Sent): void {
    this.stopWaiting();
    this.deps.sentActions.forget(account, this.adapter.kind);
  }

  private stopWaiting(): void {
    this.waiting.unsubscribe();
    this.onTheirWay = 0;
    this.openQuestions = 0;
    this.isKept = false;
  }

  private tellAccepted(outcome: Outcome, before: MoneyAction<Draft, Terms, Outcome>): void {
    const text = this.adapter.texts.accepted(outcome);
    const isSeen = this.watchers.size > 0 && !('isHidden' in before && before.isHidden);
    if (!isSeen && text !== undefined) this.deps.tell(text, true);
    for (const { onAccepted } of this.watchers) onAccepted(outcome);
    if (this.watchers.size === 0 || !isSeen) this.send({ type: 'close' });
  }

  private tellRefused(reason: AppError | 'neverArrived', isHidden: boolean): void {
    const { refused, neverArrived } = this.adapter.texts;
    if (this.watchers.size === 0 || isHidden) this.deps.tell(reason === 'neverArrived' ? neverArrived : refused(reason), false);
    if (this.watchers.size === 0) this.send({ type: 'close' });
  }
}
