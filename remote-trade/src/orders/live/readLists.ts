import { readEveryPage, type ReadPage, type WholeList } from '@tessera/shared/lists';

/** Nobody has more orders alive than that. */
const maxOrders = 1000;

/** Several lists read whole, as one. */
export async function readLists<Item extends { readonly id: string }>(
  lists: readonly ReadPage<Item>[],
): Promise<WholeList<Item>> {
  const read = await Promise.all(lists.map((readPage) => readEveryPage(readPage, maxOrders)));
  return { items: read.flatMap(({ items }) => items), isWhole: read.every(({ isWhole }) => isWhole) };
}
