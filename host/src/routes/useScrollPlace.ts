import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { HostLocation } from './HashHistory';

/** Content that comes later than this no longer moves the page under the reader's finger. */
const restoreForMs = 3000;

/**
 * Each history entry has its scroll place: a new page begins at the top, going back returns to where the person was. The
 * content may still be growing then, so the place is set again as it grows, until it is reached or the person scrolls.
 */
export function useScrollPlace(content: RefObject<HTMLElement | null>, location: HostLocation): void {
  const places = useRef(new Map<string, number>());
  const { key, arrival } = location;

  useLayoutEffect(() => {
    const element = content.current;
    if (element === null) return undefined;
    const wanted = arrival === 'pop' ? (places.current.get(key) ?? 0) : 0;
    element.scrollTop = wanted;
    if (wanted === 0) return undefined;

    const life = new AbortController();
    const observer = new MutationObserver(() => {
      if (element.scrollHeight - element.clientHeight < wanted && performance.now() < until) return;
      element.scrollTop = wanted;
      life.abort();
    });
    const until = performance.now() + restoreForMs;
    life.signal.addEventListener('abort', () => observer.disconnect());
    for (const gesture of ['pointerdown', 'wheel', 'keydown'] as const) {
      element.addEventListener(gesture, () => life.abort(), { passive: true, signal: life.signal });
    }
    observer.observe(element, { childList: true, subtree: true });
    return () => life.abort();
  }, [content, key, arrival]);

  useEffect(() => {
    const element = content.current;
    const remember = () => {
      if (element !== null) places.current.set(key, element.scrollTop);
    };
    element?.addEventListener('scroll', remember, { passive: true });
    return () => element?.removeEventListener('scroll', remember);
  }, [content, key]);
}
