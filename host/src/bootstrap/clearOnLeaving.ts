/** What the shell itself shows belongs to one session or to one page, and ends with it. */
import { distinctUntilChanged, map, skip, type BehaviorSubject } from '@tessera/shared/kernel';
import type { RunningOrder } from '@tessera/shared/federation';
import type { Confirm } from '../frame/createConfirm';
import type { LocationSource } from '../routes/HashHistory';
import type { SessionStore } from '../session/SessionStore';

interface ClearedOnLeaving {
  readonly sessionStore: SessionStore;
  readonly location: LocationSource;
  readonly runningOrders: BehaviorSubject<readonly RunningOrder[]>;
  readonly title: BehaviorSubject<string | undefined>;
  readonly confirm: Confirm;
}

export function clearOnLeaving({ sessionStore, location, runningOrders, title, confirm }: ClearedOnLeaving): void {
  // Money of one session is never seen in another: what the shell itself holds goes with the generation.
  sessionStore.state
    .pipe(
      map((state) => state.generation),
      distinctUntilChanged(),
      skip(1),
    )
    .subscribe(() => {
      runningOrders.next([]);
      confirm.answer(false);
    });
  location
    .pipe(
      map(({ pathname }) => pathname),
      distinctUntilChanged(),
      skip(1),
    )
    .subscribe(() => {
      title.next(undefined);
      confirm.answer(false);
    });
}
