/** Books each loan's interest of a finished day: simple, on the principal that is still owed. On the day after the last one the loan is overdue. */
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
import { markDue } from './watchBounds';

interface BookedDay {
  /** The loan after this day. */
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

/** All finished, unbooked days of one loan that the caller holds: a repayment just after midnight owes them too. The caller posts and stores them. */
export async function bookDaysOver(tx: Tx, held: LoanRow, atMs: number): Promise<Booked> {
  const over = await withDaysOver(tx, held, atMs);
  await keepDays(tx, over.booked, atMs);
  return over;
}

/** Computes the same; writes nothing. */
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

/** Computes the next day; writes nothing. */
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

/** The caller holds the rows. One statement for all loans, and one for the histories of those that became overdue. The days of a loan come in order. */
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
/** `now`: the loan as it is now; more days may have been booked since, or a part repaid. */
export const toldOverdue = (booked: readonly BookedDay[], now: LoanRow): ToldLoan[] =>
  booked.some(({ isOverdue }) => isOverdue) ? [{ kind: 'loan_overdue', params: overdueParams(now) }] : [];

const tellOverdue = (one: BookedDay, nowMs: number): NewMessage[] =>
  one.row.mode === 'demo' ? [] : toldOverdue([one], one.row).map((told) => ({ ...told, userId: one.row.userId, nowMs }));

const percentOf = (share: string): string => `${toText(rate(share).times('100') as never)} %`;
