/** An answer that is one page of a list: by number or by cursor. */
export type Page = { readonly items: readonly { readonly id: string }[] } & (
  { readonly page: number; readonly pageSize: number; readonly total: number } | { readonly next: string | null }
);
/** What a request names its page by. */
export interface PageParam {
  readonly page?: number;
  readonly cursor?: string;
}

export const firstPage: PageParam = { page: 1 };

/** The page after this one; undefined: it was the last. A cursor is preferred: what comes in meanwhile does not move its pages. */
export function nextPage(last: Page): PageParam | undefined {
  if ('next' in last) return last.next === null ? undefined : { cursor: last.next };
  return last.page * last.pageSize < last.total ? { page: last.page + 1 } : undefined;
}
