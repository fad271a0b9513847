/**
 * Judges a batch of due alerts by the tick log: each is reached by the first tick after its seq that meets its price. Taking it away and
 * writing its message are one transaction, so it is told exactly once. Alerts that another worker holds are left to it.
 */
import { sql } from 'kysely';
import { price, toText } from '@tessera/shared/money';
import type { Messages, NewMessage } from '../content/messages';
import { utcText } from '../content/utcText';
import type { Db, Tx } from '../store/database';
import { retryAmbiguous } from '../store/idempotency';
import { enterLock } from '../store/lockOrder';

export const batchSize = 200;

export interface Judged {
  /** Fewer than a batch: none is due any more. */
  readonly taken: number;
  readonly reached: number;
}

interface JudgedRow {
  readonly id: number;
  readonly userId: number;
  readonly symbolId: string;
  readonly price: string;
  /** null: no tick has met it. */
  readonly seenPrice: string | null;
  readonly seenAtMs: number | null;
}

export const reachAlerts = (db: Db, messages: Pick<Messages, 'send'>, nowMs: number): Promise<Judged> =>
  retryAmbiguous(() => db.transaction().execute((tx) => reachBatch(tx, messages, nowMs)));

async function reachBatch(tx: Tx, messages: Pick<Messages, 'send'>, nowMs: number): Promise<Judged> {
  enterLock(tx, 'order');
  const { rows: due } = await sql<{ id: number }>`
    select id from price_alert where is_due order by id limit ${batchSize} for update skip locked`.execute(tx);
  if (due.length === 0) return { taken: 0, reached: 0 };
  const told: NewMessage[] = [];
  const met: number[] = [];
  for (const row of await judge(tx, due)) {
    if (row.seenPrice === null || row.seenAtMs === null) continue;
    met.push(row.id);
    const [wanted, seen] = [row.price, row.seenPrice].map((text) => toText(price(text)));
    const params = {
      alert: String(row.id),
      symbol: row.symbolId,
      price: wanted ?? '',
      seen: seen ?? '',
      at: utcText(row.seenAtMs),
    };
    told.push({ userId: row.userId, kind: 'price_reached', params, nowMs });
  }
  if (met.length > 0) await tx.deleteFrom('priceAlert').where('id', 'in', met).execute();
  await messages.send(tx, told);
  return { taken: due.length, reached: met.length };
}

/** A statement of its own, so that it sees every tick that was committed before the alerts were locked. Those that wait on are not due. */
async function judge(tx: Tx, due: readonly { readonly id: number }[]): Promise<readonly JudgedRow[]> {
  const { rows } = await sql<JudgedRow>`
    with judged as (
      select a.id, head.seq as head_seq, met.price as seen_price, met.at_ms as seen_at_ms
      from price_alert a left join tick_head head using (symbol_id)
      left join lateral (
        select t.price, t.at_ms from tick t where t.symbol_id = a.symbol_id and t.seq > a.looked_seq and t.is_live
          and case a.direction when 'above' then t.price >= a.price else t.price <= a.price end
        order by t.seq limit 1
      ) met on true
      where a.id = any (${due.map(({ id }) => id)}::bigint[])
    )
    update price_alert a set is_due = false, looked_seq = coalesce(j.head_seq, a.looked_seq) from judged j where a.id = j.id
    returning a.id, a.user_id, a.symbol_id, a.price, j.seen_price, j.seen_at_ms`.execute(tx);
  return rows.toSorted((one, other) => one.id - other.id);
}
