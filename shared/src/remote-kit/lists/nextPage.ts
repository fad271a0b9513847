/** An answer that is one page of a list: by cursor, by number, or by both while servers of either kind answer. */
export interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly page?: number;
  readonly pageSize?: number;
  readonly total?: number | undefined;
  /** null: the last page. Absent: there are page numbers only. */
  readonly next?: string | null | undefined;
}
/** What a request names its page by. */
export interface PageParam {
  readonly page?: number;
  readonly cursor?: string;
}

/** Needs no name: some endpoints know no page numbers, some no cursor. */
export const firstPage: PageParam = {};

/** The page after this one; undefined: it was the last. A cursor is preferred: what comes in meanwhile does not move its pages. */
export function nextPage({ next, page, pageSize, total }: Page): PageParam | undefined {
  if (next !== undefined) return next === null ? undefined : { cursor: next };
  if (page === undefined || pageSize === undefined || total === undefined) return undefined;
  return page * pageSize < total ? { page: page + 1 } : undefined;
}
