/**
 * Holds back what nobody asked for (the result of an order, say) while a sheet is open that somebody did: it must not cover
 * a question that is about to be answered. What is shown once stays, whatever opens above it.
 */
import { useState, useSyncExternalStore, type ReactNode } from 'react';

export function AfterOtherSheets({ children }: { readonly children: ReactNode }): ReactNode {
  const [isShown, setShown] = useState(false);
  const isCovered = useSyncExternalStore(watchSheets, isSheetOpen);
  if (!isShown && !isCovered) setShown(true);
  return isShown ? children : null;
}

/** The page itself knows which sheets are open: the host's and those of every remote. */
const isSheetOpen = (): boolean => document.querySelector('dialog[open]') !== null;

function watchSheets(onChange: () => void): () => void {
  const watch = new MutationObserver(onChange);
  watch.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
  return () => watch.disconnect();
}
