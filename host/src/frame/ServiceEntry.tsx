/**
 * Customer service on every page: in the page's header where that keeps a place for it, so that it covers no amount and no
 * action; the draggable float on pages of other makers and on what stands in for a page that did not come.
 */
import { useEffect, useState, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { Headset, IconButton } from '@tessera/shared/ui';
import { useHost } from '../bootstrap/HostServices';
import { ServiceFloat } from './ServiceFloat';
import { useServiceLabel } from './useServiceLabel';

export function ServiceEntry({ content }: { readonly content: RefObject<HTMLElement | null> }): ReactNode {
  const { openService } = useHost();
  const { label, unread } = useServiceLabel();
  const slot = useServiceSlot(content);
  return slot === undefined ? (
    <ServiceFloat />
  ) : (
    createPortal(<IconButton label={label} icon={Headset} badge={unread} onClick={openService} />, slot)
  );
}

/** The place that the shown page keeps free in its header; undefined while there is none. */
function useServiceSlot(content: RefObject<HTMLElement | null>): Element | undefined {
  const [slot, setSlot] = useState<Element | undefined>(undefined);
  useEffect(() => {
    const page = content.current;
    if (page === null) return undefined;
    let found: Element | undefined;
    const look = () => {
      if (found !== undefined && page.contains(found)) return;
      const next = page.querySelector('[data-service-slot]') ?? undefined;
      if (next === found) return;
      found = next;
      setSlot(next);
    };
    look();
    const observer = new MutationObserver(look);
    observer.observe(page, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [content]);
  return slot;
}
