/**
 * A page of a person's orders, newest first by the instant of acceptance and then by id. It begins where the one before ended (a
 * cursor), so a late page costs what the first one does; page numbers, which releases of before ask by, reach so far only.
 */
import { sql } from 'kysely';
import { offsetOf, type Paged } from '../store/paging';

/** As many as one file of a list may have rows (CSV). */
const maxByNumber = 10_000;
/** Where nothing says until when. */
export const endOfTime = Number.MAX_SAFE_INTEGER;

export interface OrderPage {
  readonly page: number;
  readonly pageSize: number;
  readonly offset: number;
  /** One more than is shown: whether there is a next page. */
  readonly most: number;
  readonly before: { readonly atMs: number; readonly id: number };
  readonly fromMs: number;
  readonly toMs: number;
}

export interface PageRequest extends Paged {
  readonly cursor?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

/** Throws PARAMETER_WRONG for a page number that is too far. */
export function orderPage(request: PageRequest): OrderPage {
  const { page, pageSize, offset } = offsetOf(request, maxByNumber);
  const [atMs = endOfTime, id = endOfTime] = (request.cursor ?? '')
    .split('.')
    .flatMap((digits) => (digits === '' ? [] : [Number.parseInt(digits, 10)]));
  const { fromMs = 0, toMs = endOfTime } = request;
  return { page, pageSize, offset, most: pageSize + 1, before: { atMs, id }, fromMs, toMs };
}

/** Of rows with `id` and `accepted_at_ms`: those after the page before. */
export const isOnPage = ({ before }: OrderPage) => sql`(accepted_at_ms, id) < (${before.atMs}::bigint, ${before.id}::bigint)`;

/** Closes a statement over such rows: the page, and one row more. */
export const newestFirst = ({ most, offset }: OrderPage) =>
  sql`order by accepted_at_ms desc, id desc limit ${most} offset ${offset}`;

/** What the functions newest_seconds, newest_spot and newest_leverage end their arguments with. */
export const pageArguments = ({ fromMs, toMs, before, offset, most }: OrderPage) =>
  sql`${fromMs}::bigint, ${toMs}::bigint, ${before.atMs}::bigint, ${before.id}::bigint, ${offset + most}::int`;

/** `rows`: at most `most` of them from the page's place on. */
export function cutPage<Row extends { readonly id: number; readonly acceptedAtMs: number }>(
  rows: readonly Row[],
  { pageSize }: OrderPage,
): { readonly rows: readonly Row[]; readonly next: string | null } {
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > pageSize && last !== undefined ? `${last.acceptedAtMs}.${last.id}` : null };
}
