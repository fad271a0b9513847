/**
 * How many answers of customer service the person has not seen: read from the server on launch and after every sign-in or switch, and again when an
 * event says that the conversation changed, which reading it does too, on whichever device. Asked for after a gap in the events as well.
 */
import {
  BehaviorSubject,
  catchError,
  distinctUntilChanged,
  EMPTY,
  filter,
  map,
  merge,
  of,
  switchMap,
  timer,
  type Observable,
} from '@tessera/shared/kernel';
import type { ApiClient, LiveValue, SessionState } from '@tessera/shared/federation';
import type { PrivateSignal } from '@tessera/shared/realtime';

/** After the first page, which has better use for the network. */
const readAfterMs = 2500;

export interface ServiceUnreadDeps {
  readonly session: LiveValue<SessionState>;
  readonly events$: Observable<PrivateSignal>;
  readonly api: ApiClient;
}

export function followServiceUnread({ session, events$, api }: ServiceUnreadDeps): LiveValue<number> {
  const unread = new BehaviorSubject(0);
  const read = (): Observable<number> =>
    of(undefined).pipe(
      switchMap(() => api.call('serviceConversation', { pageSize: 1 }, { toastErrors: false })),
      map((conversation) => conversation.unread),
      // What was known stays until it can be asked again.
      catchError(() => EMPTY),
    );
  const changed$ = events$.pipe(filter(({ type }) => type === 'service' || type === 'resync'));
  session
    .pipe(
      map(({ generation }) => generation),
      distinctUntilChanged(),
      switchMap(() => {
        unread.next(0);
        return session.value.isSignedIn ? merge(timer(readAfterMs), changed$).pipe(switchMap(read)) : EMPTY;
      }),
    )
    .subscribe((count) => unread.next(count));
  return unread;
}
