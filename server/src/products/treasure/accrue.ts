/** Computes the interest days of a deposit. Writes nothing. */
import { dayInterest } from '@tessera/shared/interest';
import { add, amount, toText } from '@tessera/shared/money';
import { invariant } from '@tessera/shared/errors';
import type { Accrued } from '../../calendar/keepAccruals';
import { dailyOf, type TreasureRow } from './orderRow';

export interface AccruedOrder {
  /** The order after these days; `nextDay` is null after the last one. */
  readonly row: TreasureRow;
  readonly days: readonly Accrued[];
}

/** The days up to `lastDay` and the end of the term, at most `most` of them. */
export function accrue(before: TreasureRow, lastDay: number, most = Number.MAX_SAFE_INTEGER): AccruedOrder {
  const days: Accrued[] = [];
  let row = before;
  while (days.length < most && row.nextDay !== null && row.nextDay <= lastDay) {
    const { startDay, nextDay: day } = row;
    invariant(startDay !== null, `deposit ${row.id} has begun`);
    const { interest, carry } = dayInterest(amount(row.principal), dailyOf(row), amount(row.carry));
    days.push({ ref: row.id, day, amount: interest });
    row = {
      ...row,
      earned: toText(add(amount(row.earned), interest)),
      rewards: toText(add(amount(row.rewards), interest)),
      carry: toText(carry),
      nextDay: day + 1 < startDay + row.days ? day + 1 : null,
    };
  }
  return { row, days };
}
