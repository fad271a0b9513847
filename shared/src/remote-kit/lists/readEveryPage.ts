/** Every page of a list that may grow at its top while it is read: what was pushed onto the next page is not taken twice. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

export interface WholeList<Item> {
  readonly items: readonly Item[];
  /** False: there is more than `most`. */
  readonly isWhole: boolean;
}

export const csvPageSize = 100;
/** Rows of one file at most. */
export const mostCsvRows = 10_000;

export async function readEveryPage<Item extends { readonly id: string }>(
  readPage: (page: number) => Promise<ListPage<Item>>,
  most: number = mostCsvRows,
): Promise<WholeList<Item>> {
  const known = new Map<string, Item>();
  for (let page = 1; page <= Math.ceil(most / csvPageSize); page++) {
    const { items, total } = await readPage(page);
    for (const item of items) known.set(item.id, item);
    if (items.length === 0 || page * csvPageSize >= total) return { items: [...known.values()], isWhole: true };
  }
  return { items: [...known.values()], isWhole: false };
}
