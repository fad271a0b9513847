/** Tabs after the ARIA pattern: one tab stop, arrows, Home and End move and select. The panel is named by its tab. */
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { clsx } from 'clsx';
import styles from './Tabs.module.css';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** Behind the label: "Positions 3". */
  readonly count?: number | undefined;
  /** What a dot behind the label says: "Unread". Without it there is no dot. */
  readonly mark?: string | undefined;
}

export interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  /** line: under headings of a page; pill: a quieter second level. */
  readonly variant?: 'line' | 'pill' | undefined;
  /** The selected tab's content. Without it the page shows the content and the tabs only choose. */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
}

export function Tabs<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
  variant = 'line',
  children,
  className,
}: TabsProps<Id>) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const hasPanel = children !== undefined;

  const selectAt = (index: number) => {
    const tab = tabs[(index + tabs.length) % tabs.length];
    if (tab === undefined) return;
    onSelect(tab.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(tab.id)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === selected);
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    selectAt(target);
  };
  // A selected tab outside the visible part of a scrolled row is brought in. Only the row scrolls, never the page.
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [selected]);

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={clsx(styles.list, styles[variant], className)}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === selected}
            aria-controls={hasPanel && tab.id === selected ? `${base}panel` : undefined}
            tabIndex={tab.id === selected ? 0 : -1}
            className={styles.tab}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
            {tab.mark !== undefined && <span role="img" aria-label={tab.mark} className={styles.mark} />}
          </button>
        ))}
      </div>
      {hasPanel && (
        <div role="tabpanel" id={`${base}panel`} aria-labelledby={`${base}${selected}`} tabIndex={-1}>
          {children}
        </div>
      )}
    </>
  );
}
