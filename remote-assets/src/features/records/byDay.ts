/** Records in their order, parted where the day changes. `dayOf` gives the day as the reader writes it. */
export function byDay<Item extends { readonly atMs: number }>(
  items: readonly Item[],
  dayOf: (atMs: number) => string,
): readonly { readonly day: string; readonly items: readonly Item[] }[] {
  const days: { day: string; items: Item[] }[] = [];
  for (const item of items) {
    const day = dayOf(item.atMs);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}
