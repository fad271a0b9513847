import { useEffect, useRef, type RefObject } from 'react';
import type { HostLocation } from './HashHistory';

/** A heading that comes later than this is no longer an answer to the navigation. */
const waitMs = 3000;

/**
 * After a change of page the focus moves to the new page's heading, so that a screen reader says where one is and the
 * keyboard goes on from there. A page that has placed the focus itself (a field, a dialog) is left alone.
 */
export function useHeadingFocus(content: RefObject<HTMLElement | null>, { pathname }: HostLocation): void {
  const shown = useRef(pathname);
  useEffect(() => {
    const element = content.current;
    if (element === null || shown.current === pathname) return undefined;
    shown.current = pathname;
    const until = performance.now() + waitMs;
    const isTaken = () => {
      const { activeElement } = document;
      return (
        activeElement !== null &&
        activeElement !== document.body &&
        (element.contains(activeElement) || activeElement.closest('dialog') !== null)
      );
    };
    const focus = (): boolean => {
      if (isTaken()) return true;
      const heading = element.querySelector<HTMLElement>('h1');
      if (heading === null) return performance.now() > until;
      if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      return true;
    };
    const observer = new MutationObserver(() => {
      if (focus()) observer.disconnect();
    });
    // The page before is still in the tree while this runs: its heading must not be taken for the new one.
    const frame = requestAnimationFrame(() => {
      if (!focus()) observer.observe(element, { childList: true, subtree: true });
    });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [content, pathname]);
}
