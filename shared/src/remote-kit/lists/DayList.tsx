import type { ReactNode } from 'react';
import { useFormat } from '@tessera/shared/i18n';
import { Card, List, SectionHeading, Stack } from '@tessera/shared/ui';
import styles from './DayList.module.css';

interface DayListProps<Item> {
  readonly label: string;
  /** Newest first. */
  readonly items: readonly Item[];
  readonly atOf: (item: Item) => number;
  readonly children: (item: Item) => ReactNode;
}

/** A history under the reader's own dates. */
export function DayList<Item>({ label, items, atOf, children }: DayListProps<Item>) {
  const format = useFormat();
  const sections: { readonly date: string; readonly items: Item[] }[] = [];
  for (const item of items) {
    const date = format.date(atOf(item));
    const last = sections.at(-1);
    if (last?.date === date) last.items.push(item);
    else sections.push({ date, items: [item] });
  }
  return (
    <div role="group" aria-label={label}>
      <Stack gap={3}>
        {sections.map(({ date, items: ofDay }) => (
          <section key={date} className={styles.day}>
            <SectionHeading>{date}</SectionHeading>
            <Card padding="none">
              <List>{ofDay.map(children)}</List>
            </Card>
          </section>
        ))}
      </Stack>
    </div>
  );
}
