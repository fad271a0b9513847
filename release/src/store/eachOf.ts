/** Enough to keep a connection busy, few enough for one small machine. */
const atOnce = 8;

/** Works on a few at a time; fails with the first that fails. */
export async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of left) await work(item);
    }),
  );
}
