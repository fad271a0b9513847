/** A day of interest of each loan, when it is over: simple, on what is owed of the principal. The day after the last one it is overdue. */
import { add, amount, isZero, rate, toText, type Amount } from '@tessera/shared/money';
import { interestOfDays } from '@tessera/shared/trading';
import { sql } from 'kysely';
import type { DailyBooking } from '../../calendar/Calendar';
import type { Accrued } from '../../calendar/keepAccruals';
import { lastDayOver } from '../../calendar/lastDayOver';
import type { Messages } from '../../content/messages';
import type { NewMessage } from '../../content/writeMessages';
import { postMany, type Posting } from '../../ledger/Ledger';
import type { Db, Tx } from '../../store/database';
import { enterLock } from '../../store/lockOrder';
import { addSteps, debtOf, type LoanRow } from './loanRow';
import { interestPosting } from './posting';
import type { ToldLoan } from './tellLoan';
import { markDue } from './watch';

interface BookedDay {
  /** With the day booked. */
  readonly row: LoanRow;
  readonly day: number;
  readonly interest: Amount;
  /** From now on. */
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
    await postMany(tx, interestPostings(booked, atMs));
    const told = booked.flatMap((one) => tellOverdue(one, atMs));
    if (told.length > 0) await messages.send(tx, told);
    return accruedOf(booked);
  },
});

interface Booked {
  readonly row: LoanRow;
  readonly booked: readonly BookedDay[];
}

/** Of one loan that is held, every day that is over and not booked yet: who repays just after midnight owes them too. The caller posts and writes them down. */
export async function bookDaysOver(tx: Tx, held: LoanRow, atMs: number): Promise<Booked> {
  const over = await withDaysOver(tx, held, atMs);
  await keepDays(tx, over.booked, atMs);
  return over;
}

/** The same, computed: nothing is written here. */
export async function withDaysOver(db: Db | Tx, loan: LoanRow, atMs: number): Promise<Booked> {
  const lastDay = await lastDayOver(db, atMs);
  const booked: BookedDay[] = [];
  let row = loan;
  while (row.endedAtMs === null && row.bookedDay !== null && row.bookedDay < lastDay) {
    const one = bookDay(row);
    booked.push(one);
    ({ row } = one);
  }
  return { row, booked };
}

export const accruedOf = (booked: readonly BookedDay[]): Accrued[] =>
  booked.map(({ row, day, interest }) => ({ ref: row.id, day, amount: interest }));

export const interestPostings = (booked: readonly BookedDay[], atMs: number): Posting[] =>
  booked.flatMap(({ row, day, interest }) => (isZero(interest) ? [] : [interestPosting(row, day, interest, atMs)]));

/** The next day, computed: nothing is written here. */
function bookDay(row: LoanRow): BookedDay {
  const [day, lastDay] = [(row.bookedDay ?? 0) + 1, (row.firstDay ?? 0) + row.days - 1];
  const { principalOwed, interestOwed } = debtOf(row);
  const dailyRate = rate(day > lastDay ? row.overdueRate : row.dailyRate);
  const { interest, carried } = interestOfDays(principalOwed, { dailyRate, days: 1, carried: amount(row.carried) });
  const isOverdue = day >= lastDay && row.status === 'open';
  const after: LoanRow = {
    ...row,
    bookedDay: day,
    interestOwed: toText(add(interestOwed, interest)),
    interest: toText(add(amount(row.interest), interest)),
    carried: toText(carried),
    status: isOverdue ? 'overdue' : row.status,
  };
  return { row: after, day, interest, isOverdue };
}

/** With their rows held: one statement for all of them, and one for the histories of those that are overdue now. A loan's days in their order. */
async function keepDays(tx: Tx, booked: readonly BookedDay[], atMs: number): Promise<void> {
  const rows = [...new Map(booked.map(({ row }) => [row.id, row])).values()];
  if (rows.length === 0) return;
  await sql`
    update loan l set booked_day = b.booked_day, interest_owed = b.interest_owed, interest = b.interest, carried = b.carried, status = b.status
    from unnest(
      ${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ bookedDay }) => bookedDay)}::int[],
      ${rows.map(({ interestOwed }) => interestOwed)}::numeric[], ${rows.map(({ interest }) => interest)}::numeric[],
      ${rows.map(({ carried }) => carried)}::numeric[], ${rows.map(({ status }) => status)}::text[]
    ) b (id, booked_day, interest_owed, interest, carried, status)
    where l.id = b.id`.execute(tx);
  await addSteps(
    tx,
    booked.flatMap(({ row, isOverdue }) => (isOverdue ? [row.id] : [])),
    { step: 'overdue', atMs },
  );
}

const overdueParams = (row: LoanRow) => ({
  ...{ amount: toText(debtOf(row).owed), asset: row.asset, rate: percentOf(row.overdueRate) },
});
/** `now`: the loan as it is by then; more days may have been booked since, or a part repaid. */
export const toldOverdue = (booked: readonly BookedDay[], now: LoanRow): ToldLoan[] =>
  booked.some(({ isOverdue }) => isOverdue) ? [{ kind: 'loan_overdue', params: overdueParams(now) }] : [];

const tellOverdue = (one: BookedDay, nowMs: number): NewMessage[] =>
  one.row.mode === 'demo' ? [] : toldOverdue([one], one.row).map((told) => ({ ...told, userId: one.row.userId, nowMs }));

const percentOf = (share: string): string => `${toText(rate(share).times('100') as never)} %`;
