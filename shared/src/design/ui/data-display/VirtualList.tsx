/**
 * A long list of rows of one height that draws only what is visible. It scrolls in itself; give it a bounded height.
 * Rows are laid out apart (`contain: strict`), so that a price that changes in one never moves another.
 */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import styles from './VirtualList.module.css';

export interface VirtualListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  /** In pixels at letters of the usual size; rows grow with the letters. */
  readonly rowHeight: number;
  readonly keyOf: (item: Item) => string;
  readonly renderRow: (item: Item, index: number) => ReactNode;
  /** Called when the last rows come into view: load the next page. */
  readonly onEndReached?: (() => void) | undefined;
  /** The visible keys, whenever they change: only these need live prices. */
  readonly onVisibleChange?: ((keys: readonly string[]) => void) | undefined;
  /** Scrolls with the rows, above them and below. */
  readonly header?: ReactNode;
  readonly footer?: ReactNode;
  readonly className?: string | undefined;
}

export function VirtualList<Item>({
  label,
  items,
  rowHeight: defaultRowHeight,
  keyOf,
  renderRow,
  onEndReached,
  onVisibleChange,
  header,
  footer,
  className,
}: VirtualListProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const [rowHeight] = useState(() => defaultRowHeight * textScale());
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    observeElementRect: observeRect,
  });
  const rows = virtualizer.getVirtualItems();
  const first = rows[0]?.index ?? 0;
  const last = rows.at(-1)?.index ?? -1;
  const visibleKeys = items
    .slice(first, last + 1)
    .map(keyOf)
    .join('\n');

  useEffect(() => {
    onVisibleChange?.(visibleKeys === '' ? [] : visibleKeys.split('\n'));
  }, [visibleKeys, onVisibleChange]);
  useEffect(() => {
    if (items.length > 0 && last >= items.length - 3) onEndReached?.();
  }, [last, items.length, onEndReached]);

  return (
    <div ref={scroller} className={clsx(styles.scroller, className)} tabIndex={0} role="region" aria-label={label}>
      {header}
      <div role="list" aria-label={label} className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
        {rows.map(({ index, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <div
              key={keyOf(item)}
              role="listitem"
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className={styles.row}
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              {renderRow(item, index)}
            </div>
          );
        })}
      </div>
      {footer}
    </div>
  );
}

/** How much larger than usual the person's letters are. */
function textScale(): number {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Number.isFinite(size) ? size / 16 : 1;
}

/** An element without a layout (a test, a hidden tab) counts as one screen high, so that its rows exist. */
function observeRect(
  instance: { readonly scrollElement: Element | null },
  report: (rect: { width: number; height: number }) => void,
): (() => void) | undefined {
  const element = instance.scrollElement;
  if (!(element instanceof HTMLElement)) return undefined;
  const measure = () =>
    report({ width: element.offsetWidth || window.innerWidth, height: element.offsetHeight || window.innerHeight });
  measure();
  if (typeof ResizeObserver === 'undefined') return undefined;
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  return () => observer.disconnect();
}
