/**
 * Keeps the tab bar's running orders true while remote-trade, which knows them best, is not on screen: read from the server
 * on launch and after every sign-in or switch, then followed by the private events. An order that nobody speaks of any more
 * is dropped a minute after its expiry, so that a missed event leaves no chip behind for ever.
 */
import {
  type BehaviorSubject,
  catchError,
  distinctUntilChanged,
  EMPTY,
  interval,
  map,
  type Observable,
  Subscription,
  switchMap,
  timer,
} from '@tessera/shared/kernel';
import type { SecondsOrder } from '@tessera/shared/contract';
import type { ApiClient, LiveValue, RunningOrder, SessionState } from '@tessera/shared/federation';
import type { PrivateSignal } from '@tessera/shared/realtime';
import type { ServerClock } from '@tessera/shared/time';

/** After the first page, which has better use for the network. */
const readAfterMs = 2500;
const lookMs = 15_000;
const dropAfterExpiryMs = 60_000;
const maxShown = 100;

export interface RunningOrdersDeps {
  readonly running: BehaviorSubject<readonly RunningOrder[]>;
  readonly session: LiveValue<SessionState>;
  readonly events$: Observable<PrivateSignal>;
  readonly api: ApiClient;
  readonly clock: ServerClock;
}

export function followRunningOrders({ running, session, events$, api, clock }: RunningOrdersDeps): Subscription {
  const quietly = { toastErrors: false } as const;
  const request = { status: 'open', pageSize: maxShown } as const;
  const read = () => Promise.all([api.call('secondsOrders', request, quietly), api.call('secondsWhOrders', request, quietly)]);

  const subscription = new Subscription();
  subscription.add(
    session
      .pipe(
        map(({ generation }) => generation),
        distinctUntilChanged(),
        switchMap(() =>
          session.value.isSignedIn
            ? timer(readAfterMs).pipe(
                switchMap(read),
                catchError(() => EMPTY),
              )
            : EMPTY,
        ),
      )
      .subscribe((lists) => {
        const open = lists.flatMap(({ items }) => items).reduce(withOrder, running.value);
        running.next(open);
      }),
  );
  subscription.add(
    events$.subscribe((event) => {
      if (event.type === 'order.updated') running.next(withOrder(running.value, event.order));
    }),
  );
  subscription.add(
    interval(lookMs).subscribe(() => {
      const kept = running.value.filter(({ expiresAtMs }) => expiresAtMs + dropAfterExpiryMs > clock.now());
      if (kept.length < running.value.length) running.next(kept);
    }),
  );
  return subscription;
}

/** The list after what is now known of one order. */
export function withOrder(orders: readonly RunningOrder[], order: SecondsOrder): readonly RunningOrder[] {
  const others = orders.filter(({ id }) => id !== order.id);
  if (order.status === 'settled') return others;
  return [...others, { id: order.id, symbol: order.symbol, direction: order.direction, expiresAtMs: order.expiresAtMs }];
}
