/**
 * The signed-in person's events, in order and without gaps. The server numbers them per user and account mode, and says
 * on each connect where the numbers stand; a missing number is asked for over HTTP. What cannot be filled is announced
 * as 'resync': re-read everything. A change of session forgets all numbers; late answers of the session before are dropped.
 */
import { Observable, share, Subject, Subscription } from '@tessera/shared/kernel';
import { privateEvent, type EndpointResponse, type PrivateEvent } from '../../domain/contract';
import type { LiveValue, SessionState } from '../../federation';
import type { SocketPort } from './SocketPort';

export type PrivateSignal = PrivateEvent | { readonly type: 'resync' };

export interface PrivateEventsOptions {
  readonly socket: SocketPort;
  readonly session: LiveValue<SessionState>;
  /** Asks for the events after a number. */
  readonly eventsSince: (after: number) => Promise<EndpointResponse<'eventsSince'>>;
  readonly onBadEvent?: ((error: unknown) => void) | undefined;
}

export function createPrivateEvents({
  socket,
  session,
  eventsSince,
  onBadEvent,
}: PrivateEventsOptions): Observable<PrivateSignal> {
  return new Observable<PrivateSignal>((observer) => {
    let generation = session.value.generation;
    let lastSeq: number | undefined;
    let isFilling = false;
    /** Came while a gap was being filled. */
    let waiting: PrivateEvent[] = [];
    let headSeq = 0;

    function forget(): void {
      generation = session.value.generation;
      lastSeq = undefined;
      isFilling = false;
      waiting = [];
      headSeq = 0;
    }

    function take(event: PrivateEvent): void {
      if (isFilling) {
        waiting.push(event);
        return;
      }
      if (lastSeq !== undefined && event.seq <= lastSeq) return;
      if (lastSeq !== undefined && event.seq > lastSeq + 1) {
        waiting.push(event);
        void fill(lastSeq);
        return;
      }
      lastSeq = event.seq;
      observer.next(event);
    }

    async function fill(after: number): Promise<void> {
      isFilling = true;
      const asked = generation;
      const answer = await eventsSince(after).catch(() => undefined);
      if (asked !== generation || observer.closed) return;
      isFilling = false;
      for (const event of answer?.events ?? []) {
        if (event.seq <= (lastSeq ?? 0)) continue;
        lastSeq = event.seq;
        observer.next(event);
      }
      if (answer === undefined || !answer.isComplete) {
        lastSeq = Math.max(lastSeq ?? 0, answer?.lastSeq ?? 0, headSeq, ...waiting.map((event) => event.seq));
        waiting = [];
        observer.next({ type: 'resync' });
        return;
      }
      lastSeq = Math.max(lastSeq ?? 0, answer.lastSeq);
      const late = waiting.sort((a, b) => a.seq - b.seq);
      waiting = [];
      for (const event of late) take(event);
    }

    const subscription = new Subscription();
    subscription.add(
      session.subscribe((state) => {
        if (state.generation !== generation) forget();
      }),
    );
    subscription.add(
      socket.on('private.head').subscribe(({ mode, lastSeq: head }) => {
        if (mode !== session.value.mode || !session.value.isSignedIn) return;
        headSeq = head;
        if (lastSeq === undefined) {
          lastSeq = head;
        } else if (head > lastSeq && !isFilling) {
          void fill(lastSeq);
        } else if (head < lastSeq) {
          // The server's numbering started again: nothing that we counted still holds.
          lastSeq = head;
          observer.next({ type: 'resync' });
        }
      }),
    );
    subscription.add(
      socket.on('private').subscribe((raw) => {
        const event = privateEvent.safeParse(raw);
        if (!event.success) onBadEvent?.(event.error);
        else if (session.value.isSignedIn && event.data.mode === session.value.mode) take(event.data);
      }),
    );
    return subscription;
  }).pipe(share({ connector: () => new Subject(), resetOnRefCountZero: false }));
}
