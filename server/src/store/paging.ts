/** Lists come in pages, counted from 1. */
export interface Paged {
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
}

const defaultPageSize = 20;

export function offsetOf(request: Paged): { readonly page: number; readonly pageSize: number; readonly offset: number } {
  const page = Math.max(1, request.page ?? 1);
  const pageSize = request.pageSize ?? defaultPageSize;
  return { page, pageSize, offset: (page - 1) * pageSize };
}
