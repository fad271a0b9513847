/** Lists come in pages, counted from 1. By their number they reach so far only: what comes before a page is read for it. */
import { AppError } from '@tessera/shared/errors';
import { sql, type Compilable } from 'kysely';
import type { Db } from './database';

export interface Paged {
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
}

const defaultPageSize = 20;
const defaultReach = 10_000;

/** `reach`: the last row that a page number leads to. Throws PARAMETER_WRONG for a page beyond it. */
export function offsetOf(
  request: Paged,
  reach = defaultReach,
): { readonly page: number; readonly pageSize: number; readonly offset: number } {
  const page = Math.max(1, request.page ?? 1);
  const pageSize = request.pageSize ?? defaultPageSize;
  const offset = (page - 1) * pageSize;
  if (offset + pageSize > reach) throw new AppError('PARAMETER_WRONG', { params: { field: 'page' } });
  return { page, pageSize, offset };
}

/** How many rows there are that page numbers lead to: no more of them are looked at. */
export async function countShown(db: Db, rows: { limit(most: number): Compilable<unknown> }): Promise<number> {
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (${rows.limit(defaultReach)}) shown`.execute(db);
  return counted[0]?.total ?? 0;
}

/** `rows`: at most one more than a page has, which says that there is a next one. */
export function cut<Row>(
  rows: readonly Row[],
  pageSize: number,
  cursorOf: (row: Row) => string,
): { readonly shown: readonly Row[]; readonly next: string | null } {
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return { shown, next: rows.length > pageSize && last !== undefined ? cursorOf(last) : null };
}

/** What an answer says of its page. */
export const pageOf = ({ page, pageSize }: { readonly page: number; readonly pageSize: number }, total: number | undefined) => ({
  page,
  pageSize,
  ...(total === undefined ? {} : { total }),
});
