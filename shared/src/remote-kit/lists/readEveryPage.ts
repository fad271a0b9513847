/** Every page of a list that may grow at its top while it is read: what was pushed onto the next page is not taken twice. */
import { firstPage, nextPage, type Page, type PageParam } from './nextPage';

export interface WholeList<Item> {
  readonly items: readonly Item[];
  /** False: there is more than `maxItems`. */
  readonly isWhole: boolean;
}

/** Items of one page that are asked for where many are wanted. */
export const largePageSize = 100;
/** Rows of one file at most. */
export const maxCsvRows = 10_000;

/** Reads the page that is named. */
export type ReadPage<Item> = (page: PageParam) => Promise<Page & { readonly items: readonly Item[] }>;

export async function readEveryPage<Item extends { readonly id: string }>(
  readPage: ReadPage<Item>,
  maxItems: number = maxCsvRows,
): Promise<WholeList<Item>> {
  const known = new Map<string, Item>();
  let param: PageParam | undefined = firstPage;
  for (let count = 0; count < maxItems; count += largePageSize) {
    const page: Page & { readonly items: readonly Item[] } = await readPage(param);
    for (const item of page.items) known.set(item.id, item);
    param = nextPage(page);
    if (page.items.length === 0 || param === undefined) return { items: [...known.values()], isWhole: true };
  }
  return { items: [...known.values()], isWhole: false };
}
