import type { Incident } from '@tessera/shared/contract';
import type { Db } from '../../store/database';
import type { OrderRow } from './orderRow';

/** The published incidents that voided these orders, by number. */
export async function incidentsOf(
  db: Db,
  rows: readonly Pick<OrderRow, 'incidentId'>[],
): Promise<ReadonlyMap<number | null, Incident>> {
  const ids = [...new Set(rows.flatMap(({ incidentId }) => incidentId ?? []))];
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom('incident')
    .select(['id', 'symbol', 'fromMs', 'toMs', 'reason', 'publishedAtMs'])
    .where('id', 'in', ids)
    .execute();
  return new Map(found.map((one) => [one.id, { ...one, id: String(one.id) }]));
}
