/** Streams that keep account of who listens. The account is the page's, not a mount's: a mount that is over must not be kept alive by it. */
import type { LiveValue } from '@tessera/shared/federation';
import { Observable } from '@tessera/shared/kernel';

const open = new Map<string, number>();
const count = (name: string, step: 1 | -1): unknown => open.set(name, (open.get(name) ?? 0) + step);

/** The name of each stream as often as somebody listens to it. */
export const openSubscriptions = (): readonly string[] =>
  [...open].flatMap(([name, times]) => Array.from({ length: times }, () => name));

export function countedStream<T>(name: string, source: Observable<T>): Observable<T> {
  return new Observable((observer) => {
    count(name, 1);
    const subscription = source.subscribe(observer);
    return () => {
      count(name, -1);
      subscription.unsubscribe();
    };
  });
}

export const countedLiveValue = <T>(name: string, source: LiveValue<T>): LiveValue<T> =>
  Object.defineProperty(countedStream(name, source), 'value', { get: () => source.value }) as LiveValue<T>;
