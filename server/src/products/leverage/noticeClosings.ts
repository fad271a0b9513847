/**
 * Before a market closes for hours, anyone who holds positions in it is told once: how their margin counts from then on, and that
 * they pass the closing. An hour before the higher margin begins, or later, when the server was away; not once it has closed.
 */
import { sql } from 'kysely';
import { raisedWithin } from '@tessera/shared/trading';
import type { Catalog } from '../../catalog/Catalog';
import type { Messages, NewMessage } from '../../content/messages';
import { utcText } from '../../content/utcText';
import type { Db } from '../../store/database';

const aheadMs = 3_600_000;
/** A closing that is over is told to nobody. */
const keptMs = 86_400_000;
/** In one transaction, so that nobody waits long for the rows of a crowd. */
const batchSize = 200;

export interface NoticeDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly messages: Pick<Messages, 'send'>;
  /** A person's sockets hear of it now. */
  readonly wakeOutbox: () => void;
}

interface Closing {
  readonly calendarId: string;
  readonly raisedAtMs: number;
  readonly closesAtMs: number;
  readonly leverage: number;
  readonly symbols: string[];
}

/** Answers how many people were told now. */
export async function noticeClosings({ db, catalog, messages, wakeOutbox }: NoticeDeps, nowMs: number): Promise<number> {
  let told = 0;
  for (const closing of closingsAhead(catalog, nowMs)) {
    for (let batch = batchSize; batch === batchSize; told += batch) batch = await noticeBatch(db, messages, closing, nowMs);
  }
  if (told === 0) return 0;
  await db
    .deleteFrom('closingNotice')
    .where('closesAtMs', '<', nowMs - keptMs)
    .execute();
  wakeOutbox();
  return told;
}

/** Markets of one calendar, instant and leverage close together. */
function closingsAhead(catalog: Catalog, nowMs: number): readonly Closing[] {
  const found = new Map<string, Closing>();
  for (const { id, calendar } of catalog.symbols()) {
    const margin = catalog.leverageTerms(id)?.closingMargin;
    const span = margin && raisedWithin(margin, nowMs, aheadMs);
    if (margin === undefined || span === undefined) continue;
    const key = `${calendar.id} ${span.toMs} ${margin.leverage}`;
    const closing = found.get(key) ?? {
      calendarId: calendar.id,
      raisedAtMs: span.fromMs,
      closesAtMs: span.toMs,
      leverage: margin.leverage,
      symbols: [],
    };
    closing.symbols.push(id);
    found.set(key, closing);
  }
  return [...found.values()];
}

function noticeBatch(db: Db, messages: NoticeDeps['messages'], closing: Closing, nowMs: number): Promise<number> {
  const { calendarId, closesAtMs, symbols } = closing;
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ userId: number; symbols: string[] }>`
      with holder as (
        select o.user_id, array_agg(distinct o.symbol_id order by o.symbol_id) as symbols
        from leverage_order o join app_user u on u.id = o.user_id
        where o.symbol_id = any (${symbols}) and o.status in ('open', 'closing')
          and not exists (
            select from closing_notice n where n.user_id = o.user_id and n.calendar_id = ${calendarId} and n.closes_at_ms = ${closesAtMs}::bigint)
        group by o.user_id order by o.user_id limit ${batchSize}
      ), told as (
        insert into closing_notice select user_id, ${calendarId}, ${closesAtMs}::bigint from holder on conflict do nothing returning user_id
      )
      select user_id, symbols from holder join told using (user_id) order by user_id`.execute(tx);
    const told = rows.map(({ userId, symbols: held }): NewMessage => {
      const params = {
        symbols: held.join(', '),
        closes: utcText(closesAtMs),
        raised: utcText(closing.raisedAtMs),
        leverage: String(closing.leverage),
      };
      return { userId, kind: 'market_closing', params, nowMs };
    });
    await messages.send(tx, told);
    return rows.length;
  });
}
