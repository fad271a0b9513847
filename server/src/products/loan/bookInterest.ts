/** A day of interest of each loan, when it is over: simple, on what is owed of the principal. The day after the last one it is overdue. */
import { add, amount, isZero, rate, toText, type Amount } from '@tessera/shared/money';
import { interestOfDays } from '@tessera/shared/trading';
import { sql } from 'kysely';
import type { DailyBooking } from '../../calendar/Calendar';
import type { Accrued } from '../../calendar/keepAccruals';
import type { Messages } from '../../content/messages';
import type { NewMessage } from '../../content/writeMessages';
import { postMany, type Posting } from '../../ledger/Ledger';
import type { Tx } from '../../store/database';
import { enterLock } from '../../store/lockOrder';
import { addSteps, debtOf, type LoanRow } from './loanRow';
import { interestPosting } from './posting';
import { markDue } from './watch';

interface BookedDay {
  readonly row: LoanRow;
  readonly day: number;
  readonly interest: Amount;
  readonly carried: Amount;
  readonly isOverdue: boolean;
}

export const loanInterest = (messages: Pick<Messages, 'send'>, onBooked: () => void): DailyBooking => ({
  kind: 'loan',
  onBooked,

  async due(db, { lastDay, limit, except }) {
    const rows = await db
      .selectFrom('loan')
      .select('id')
      .where('status', 'in', ['open', 'overdue'])
      .where('bookedDay', '<', lastDay)
      .where(sql<boolean>`id <> all (${except}::bigint[])`)
      .orderBy('bookedDay')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  },

  async book(tx, { refs, lastDay, atMs }) {
    enterLock(tx, 'order');
    const rows = await tx
      .selectFrom('loan')
      .selectAll()
      .where('id', 'in', [...refs])
      .where('status', 'in', ['open', 'overdue'])
      .where('bookedDay', '<', lastDay)
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute();
    const booked = rows.map(bookDay);
    await keepDays(tx, booked, atMs);
    await markDue(
      tx,
      booked.map(({ row }) => row.id),
    );
    await postMany(tx, postingsOf(booked, atMs));
    const told = booked.flatMap((one) => tellOverdue(one, atMs));
    if (told.length > 0) await messages.send(tx, told);
    return booked.map(({ row, day, interest }): Accrued => ({ ref: row.id, day, amount: interest }));
  },
});

const postingsOf = (booked: readonly BookedDay[], atMs: number): Posting[] =>
  booked.flatMap(({ row, day, interest }) => (isZero(interest) ? [] : [interestPosting(row, day, interest, atMs)]));

/** The next day, computed: nothing is written here. */
function bookDay(row: LoanRow): BookedDay {
  const [day, lastDay] = [(row.bookedDay ?? 0) + 1, (row.firstDay ?? 0) + row.days - 1];
  const { principalOwed } = debtOf(row);
  const dailyRate = rate(day > lastDay ? row.overdueRate : row.dailyRate);
  const { interest, carried } = interestOfDays(principalOwed, { dailyRate, days: 1, carried: amount(row.carried) });
  return { row, day, interest, carried, isOverdue: day >= lastDay && row.status === 'open' };
}

/** One statement for all of them, and one for the histories of those that are overdue now. */
async function keepDays(tx: Tx, booked: readonly BookedDay[], atMs: number): Promise<void> {
  await sql`
    update loan l set booked_day = b.day, interest_owed = l.interest_owed + b.interest, interest = l.interest + b.interest,
      carried = b.carried, status = case when b.is_overdue then 'overdue' else l.status end
    from unnest(
      ${booked.map(({ row }) => row.id)}::bigint[], ${booked.map(({ day }) => day)}::int[],
      ${booked.map(({ interest }) => toText(interest))}::numeric[], ${booked.map(({ carried }) => toText(carried))}::numeric[],
      ${booked.map(({ isOverdue }) => isOverdue)}::boolean[]
    ) b (id, day, interest, carried, is_overdue)
    where l.id = b.id`.execute(tx);
  await addSteps(
    tx,
    booked.flatMap(({ row, isOverdue }) => (isOverdue ? [row.id] : [])),
    { step: 'overdue', atMs },
  );
}

function tellOverdue({ row, interest, isOverdue }: BookedDay, nowMs: number): NewMessage[] {
  if (!isOverdue || row.mode === 'demo') return [];
  const { owed } = debtOf(row);
  const params = { amount: toText(add(owed, interest)), asset: row.asset, rate: percentOf(row.overdueRate) };
  return [{ userId: row.userId, kind: 'loan_overdue', params, nowMs }];
}

const percentOf = (share: string): string => `${toText(rate(share).times('100') as never)} %`;
