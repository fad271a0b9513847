import type { RemoteStorage } from '@tessera/shared/federation';
import { byGain, byTurnover, type Sort, type SortField } from '../../components/ranking';

/** undefined: the catalogue's own order, or the one in which favourites were added. */
export type ListSort = Sort | undefined;

const key = 'list-sort';
const fields: readonly SortField[] = ['name', 'price', 'change', 'turnover'];

export function readSort(storage: RemoteStorage): ListSort {
  const [field, order] = (storage.read(key) ?? '').split(' ');
  const known = fields.find((one) => one === field);
  return known === undefined || (order !== 'up' && order !== 'down') ? undefined : { field: known, order };
}

export function writeSort(storage: RemoteStorage, sort: ListSort): void {
  if (sort === undefined) storage.remove(key);
  else storage.write(key, `${sort.field} ${sort.order}`);
}

/** A column head is pressed: first its usual order (names from A, figures from the largest), then the other, then none. */
export function nextSort(sort: ListSort, field: SortField): ListSort {
  const [first, second] = field === 'name' ? (['up', 'down'] as const) : (['down', 'up'] as const);
  if (sort?.field !== field) return { field, order: first };
  return sort.order === first ? { field, order: second } : undefined;
}

/** The two rankings of the specification, as chips: pressed again they are off. */
export const rankings = { gain: byGain, turnover: byTurnover } as const;
export const isSort = (sort: ListSort, other: Sort): boolean => sort?.field === other.field && sort.order === other.order;
