/** The calendar's booking for Interest Treasure: the interest of each finished day, and the principal with the last one. */
import { amount, isPositive, isZero, subtract, toText, zero, type Amount } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { DailyBooking } from '../../calendar/Calendar';
import type { Messages } from '../../content/messages';
import { postMany, type Posting } from '../../ledger/Ledger';
import { enterLock } from '../../store/lockOrder';
import { accrue, type AccruedOrder } from './accrue';
import { releaseTaken } from './capacity';
import { keepOrders } from './keepOrders';
import { lockedAmountsOf } from './lockedAmountsOf';
import type { TreasureRow } from './orderRow';
import { interestPosting, maturedPosting } from './posting';
import { tellTreasure, type TreasureNews } from './tellTreasure';

/** Days of one order that one transaction books, when several are missing. */
const daysAtOnce = 31;

export const treasureBooking = ({
  messages,
  wakeOutbox,
}: {
  readonly messages: Pick<Messages, 'send'>;
  readonly wakeOutbox: () => void;
}): DailyBooking => ({
  kind: 'treasure',

  async due(db, { lastDay, limit, except }) {
    const { rows } = await sql<{ id: number }>`
      select id from treasure_order where status = 'in_custody' and next_day <= ${lastDay}::int and id <> all (${[...except]}::bigint[])
      order by next_day, id limit ${limit}::int`.execute(db);
    return rows.map(({ id }) => id);
  },

  async book(tx, { refs, lastDay, atMs }) {
    enterLock(tx, 'order');
    const rows = await tx
      .selectFrom('treasureOrder')
      .selectAll()
      .where('id', '=', sql<number>`any (${[...refs]}::bigint[])`)
      .where('status', '=', 'in_custody')
      .where('nextDay', '<=', lastDay)
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute();
    const booked = rows.map((row) => accrue(row, lastDay, daysAtOnce));
    const matured = booked.filter(({ row }) => row.nextDay === null);
    await releaseTaken(
      tx,
      matured.map(({ row }) => ({ productId: row.productId, mode: row.mode, amount: amount(row.principal) })),
    );
    const locked = await lockedAmountsOf(
      tx,
      matured.map(({ row }) => row.id),
    );
    await postMany(tx, [
      ...booked.flatMap((one) => interestPostings(one, atMs)),
      ...matured.flatMap(({ row }) => maturedPostings(row, locked.get(row.id) ?? zero, atMs)),
    ]);
    await keepOrders(
      tx,
      booked.map(({ row }) => (row.nextDay === null ? ended(row, atMs) : row)),
    );
    await tellTreasure(
      tx,
      messages,
      booked.map(({ row }) => newsOf(row, locked.get(row.id) ?? zero)),
      atMs,
    );
    return booked.flatMap(({ days }) => days);
  },

  onBooked: wakeOutbox,
});

export const interestPostings = ({ row, days }: AccruedOrder, atMs: number): readonly Posting[] =>
  days.flatMap(({ day, amount: interest }) => (isZero(interest) ? [] : [interestPosting(row, day, interest, atMs)]));

/** Pays the free principal back. The part that is collateral stays locked. */
function maturedPostings(row: TreasureRow, locked: Amount, atMs: number): readonly Posting[] {
  const free = subtract(amount(row.principal), locked);
  return isPositive(free) ? [maturedPosting(row, free, atMs)] : [];
}

const ended = (row: TreasureRow, atMs: number): TreasureRow => ({
  ...row,
  status: 'completed',
  endKind: 'matured',
  principal: '0',
  endedAtMs: atMs,
});

/** `row`: still with its principal. A day's interest is not a message; the deposit lists it. The part that is collateral is not returned yet. */
function newsOf({ userId, mode, nextDay, asset, principal, earned }: TreasureRow, locked: Amount): TreasureNews {
  if (nextDay !== null) return { userId, mode };
  const params = { amount: toText(subtract(amount(principal), locked)), asset, earned: toText(amount(earned)) };
  return isPositive(locked)
    ? { userId, mode, kind: 'treasure_matured_locked', params: { ...params, locked: toText(locked) } }
    : { userId, mode, kind: 'treasure_matured', params };
}
