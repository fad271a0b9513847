/** Lists come in pages, counted from 1. By their number they reach so far only: what comes before a page is read for it. */
import { AppError } from '@tessera/shared/errors';

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
