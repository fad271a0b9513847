import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** So near to the end, somebody reads what comes in. */
const nearPx = 120;

function scrollerOf(element: Element | null): Element | undefined {
  for (let at = element?.parentElement; at != null; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return document.scrollingElement ?? undefined;
}

/** Begins at the newest entry, stays there while somebody is there, and stays where he reads when older ones come above. */
export function useTalkScroll(
  list: RefObject<Element | null>,
  { first, last, isOwn }: { readonly first: string | undefined; readonly last: string | undefined; readonly isOwn: boolean },
): void {
  const before = useRef<{ first: string | undefined; last: string | undefined; height: number }>(undefined);
  const isNear = useRef(true);
  useEffect(() => {
    const scroller = scrollerOf(list.current);
    const note = (): void => {
      if (scroller !== undefined) isNear.current = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < nearPx;
    };
    scroller?.addEventListener('scroll', note, { passive: true });
    // Pictures take their room when they are here.
    const growth =
      typeof ResizeObserver === 'undefined'
        ? undefined
        : new ResizeObserver(() => {
            if (scroller !== undefined && isNear.current) scroller.scrollTop = scroller.scrollHeight;
          });
    if (list.current !== null) growth?.observe(list.current);
    return () => {
      scroller?.removeEventListener('scroll', note);
      growth?.disconnect();
    };
  }, [list]);
  useLayoutEffect(() => {
    const scroller = scrollerOf(list.current);
    if (scroller === undefined || last === undefined) return;
    const was = before.current;
    if (was === undefined || (was.last !== last && (isNear.current || isOwn))) scroller.scrollTop = scroller.scrollHeight;
    else if (was.first !== first) scroller.scrollTop += scroller.scrollHeight - was.height;
    before.current = { first, last, height: scroller.scrollHeight };
  }, [list, first, last, isOwn]);
}
