import { BehaviorSubject, filter, fromEvent, merge, Subscription } from '@tessera/shared/kernel';
import type { LiveValue } from '../../federation';

/** What the browser says of the page: is it seen, is the device on a network. */
export interface PageSignals {
  readonly isVisible: LiveValue<boolean>;
  readonly isOnline: LiveValue<boolean>;
  close(): void;
}

export function createPageSignals(page: Window = window): PageSignals {
  const isVisible = new BehaviorSubject(page.document.visibilityState !== 'hidden');
  const isOnline = new BehaviorSubject(page.navigator.onLine);
  const events = new Subscription();
  // A page that returns from the back-forward cache does not always say visibilitychange. The pageshow of the first load is no
  // return: taken for one, it would open the socket a second time.
  const returned = fromEvent<PageTransitionEvent>(page, 'pageshow').pipe(filter(({ persisted }) => persisted));
  events.add(
    merge(fromEvent(page.document, 'visibilitychange'), returned).subscribe(() =>
      isVisible.next(page.document.visibilityState !== 'hidden'),
    ),
  );
  events.add(fromEvent(page, 'online').subscribe(() => isOnline.next(true)));
  events.add(fromEvent(page, 'offline').subscribe(() => isOnline.next(false)));
  return { isVisible, isOnline, close: () => events.unsubscribe() };
}
