/** Up and down through the rows of a list: j and k, or the arrows. Enter opens the row that has the focus, as on any link. */
import { useRef, type RefObject } from 'react';
import { useKeys } from './useKeys';

/** Rows are the links marked `data-row` in the element that the answered reference is given to. */
export function useRowKeys<Element extends HTMLElement>(): RefObject<Element | null> {
  const list = useRef<Element>(null);
  const step = (by: 1 | -1): void => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = rows.findIndex((row) => row === document.activeElement);
    rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]?.focus();
  };
  useKeys({ j: () => step(1), ArrowDown: () => step(1), k: () => step(-1), ArrowUp: () => step(-1) });
  return list;
}
