/** What a refund was set off against: the other contracts of its holder that the incident meets (docs/decisions/0059). */
import type { OwnSecondsProof, SetOff } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { mostMetShown, mostWonShown } from '@tessera/shared/fairness';
import { add, amount, compare } from '@tessera/shared/money';
import { sql } from 'kysely';
import { readReceipts } from '../../record/Receipts';
import type { Db } from '../../store/database';
import { incidentsOf } from './incidentsOf';
import { presentOrder, type OrderRow } from './orderRow';
import { isOwed } from './refundIncident';

interface Proving {
  readonly nowMs: number;
  readonly prove: (won: OrderRow) => Promise<OwnSecondsProof>;
}

/** undefined where all came back. What is due is known when every contract of its holder has its refund; until then the order is not settled. */
export async function readSetOff(db: Db, row: OrderRow, { nowMs, prove }: Proving): Promise<SetOff | undefined> {
  if (row.incidentId === null || row.returned === null) return undefined;
  if (compare(amount(row.returned), add(amount(row.stake), amount(row.fee))) >= 0) return undefined;
  const isApplied = await db
    .selectFrom('secondsIncidentApplied')
    .select('incidentId')
    .where('incidentId', '=', row.incidentId)
    .executeTakeFirst();
  if (isApplied === undefined && (await isOwed(db, row.incidentId, row))) throw new AppError('ORDER_STATUS_WRONG');
  const met = await readMet(db, row, row.incidentId);
  const winners = met.filter(({ outcome }) => outcome === 'won').slice(0, mostWonShown);
  const others = met.filter((one) => !winners.includes(one));
  const won: OwnSecondsProof[] = [];
  // One after another: whoever has many of them keeps nobody else waiting.
  for (const one of winners) won.push(await prove(one));
  const [receipts, incidents] = [
    await readReceipts(
      db,
      'seconds',
      others.map(({ id }) => id),
    ),
    await incidentsOf(db, others),
  ];
  return {
    won,
    others: others.map((one) => {
      const receipt = receipts.get(one.id);
      const order = presentOrder(one, nowMs);
      return { order: receipt === undefined ? order : { ...order, receipt }, incident: incidents.get(one.incidentId) ?? null };
    }),
  };
}

/** Those that count: what is due by the incident, or moved money. Who gained most comes first. */
async function readMet(db: Db, row: OrderRow, incidentId: number): Promise<readonly OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select o.* from incident i join seconds_order o on o.symbol_id = i.symbol and o.accepted_at_ms <= i.to_ms
      and o.accepted_at_ms >= i.from_ms - 86400000 and o.expires_at_ms >= i.from_ms
    where i.id = ${incidentId}::bigint and o.user_id = ${row.userId}::bigint and o.mode = ${row.mode} and o.asset = ${row.asset}
      and o.id <> ${row.id}::bigint and (o.status <> 'settled' or o.profit <> 0 or o.incident_id >= i.id)
    order by (o.outcome = 'won') desc nulls last, o.profit desc nulls last, o.id limit ${mostMetShown}`.execute(db);
  return rows;
}
