/** A price to wait for, from the next tick on. The same one asked for twice is one alert. */
import type { EndpointRequest, PriceAlert } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { stepsToText } from '@tessera/shared/fairness';
import { decimalsOf, isPositive, price, toText } from '@tessera/shared/money';
import { sql, type Selectable } from 'kysely';
import type { Catalog } from '../catalog/Catalog';
import { requireSymbol } from '../catalog/requireSymbol';
import { holdPerson } from '../identity/holdPerson';
import type { Db } from '../store/database';
import { enterLock } from '../store/lockOrder';
import type { PriceAlertTable } from './tables';

/** That wait at once, of one person. */
export const maxAlerts = 50;

export interface SetAlert {
  readonly userId: number;
  readonly request: EndpointRequest<'alertSet'>;
  readonly nowMs: number;
}

export async function setAlert(
  { db, catalog }: { readonly db: Db; readonly catalog: Pick<Catalog, 'symbol'> },
  { userId, request: { symbol, direction, price: text }, nowMs }: SetAlert,
): Promise<PriceAlert> {
  const { digits } = requireSymbol(catalog, symbol);
  const wanted = price(text);
  if (!isPositive(wanted)) throw new AppError('PARAMETER_WRONG', { params: { field: 'price' } });
  if (decimalsOf(wanted) > digits) throw new AppError('ORDER_PRICE_STEP', { params: { step: stepsToText(1, digits) } });
  return db.transaction().execute(async (tx) => {
    // His alerts are counted one after the other.
    await holdPerson(tx, userId);
    const mine = tx.selectFrom('priceAlert').where('userId', '=', userId);
    const same = await mine
      .selectAll()
      .where('symbolId', '=', symbol)
      .where('direction', '=', direction)
      .where('price', '=', text)
      .executeTakeFirst();
    if (same !== undefined) return presentAlert(same);
    const { waiting } = await mine.select((eb) => eb.fn.countAll<number>().as('waiting')).executeTakeFirstOrThrow();
    if (waiting >= maxAlerts) throw new AppError('ALERT_TOO_MANY', { params: { max: String(maxAlerts) } });
    enterLock(tx, 'order');
    // The cursor is there before the symbol's first alert, so that no tick can pass it by.
    await sql`
      insert into price_alert_cursor (symbol_id, seq) select symbol_id, seq from tick_head
      where symbol_id = ${symbol} and not exists (select from price_alert_cursor where symbol_id = ${symbol}) on conflict do nothing`.execute(
      tx,
    );
    const row = await tx
      .insertInto('priceAlert')
      .values({
        userId,
        symbolId: symbol,
        direction,
        price: text,
        lookedSeq: sql<number>`coalesce((select seq from tick_head where symbol_id = ${symbol}), 0)`,
        setAtMs: nowMs,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return presentAlert(row);
  });
}

export const presentAlert = (row: Selectable<PriceAlertTable>): PriceAlert => ({
  id: String(row.id),
  symbol: row.symbolId,
  direction: row.direction,
  price: toText(price(row.price)),
  setAtMs: row.setAtMs,
});
