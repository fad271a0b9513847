/** A deposit as a row, and its presentation in the API. */
import type { TreasureOrder } from '@tessera/shared/contract';
import { dailyRateOf, dayInterest, interestOfDays, shownRates, type DailyRate } from '@tessera/shared/interest';
import { add, amount, rate, subtract, toText, zero, type Amount } from '@tessera/shared/money';
import type { Selectable } from 'kysely';
import { dayMs } from '../../calendar/days';
import { treasureNumber } from '../../funds/treasureNumber';
import type { Db, Tx } from '../../store/database';
import { lockedAmountsOf } from './lockedAmountsOf';
import type { TreasureOrderTable, TreasureRedemptionTable } from './tables';
import { redemptionOf } from './TreasureTerm';

export type TreasureRow = Selectable<TreasureOrderTable>;
type RedemptionRow = Selectable<TreasureRedemptionTable>;

export const dailyOf = (row: TreasureRow): DailyRate =>
  dailyRateOf({
    rate: rate(row.rate),
    rateKind: row.rateKind,
    days: row.days,
    dayCount: row.dayCount,
    scale: row.assetScale,
  });

/** Interest still to be paid if it stays until its end. */
export function expectedOf(row: TreasureRow): Amount {
  const { status, days, startDay, nextDay } = row;
  if (status !== 'pending_review' && status !== 'in_custody') return zero;
  const left = startDay === null || nextDay === null ? days : startDay + days - nextDay;
  return interestOfDays(amount(row.principal), dailyOf(row), left, amount(row.carry));
}

/** In the given order. `nowMs` decides which terms have begun. */
export async function presentOrders(db: Db | Tx, rows: readonly TreasureRow[], nowMs: number): Promise<TreasureOrder[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const locked = await lockedAmountsOf(db, ids);
  const redemptions = await db.selectFrom('treasureRedemption').selectAll().where('orderId', 'in', ids).orderBy('turn').execute();
  return rows.map((row) =>
    presentOrder(row, {
      nowMs,
      locked: locked.get(row.id) ?? zero,
      redemptions: redemptions.filter(({ orderId }) => orderId === row.id),
    }),
  );
}

function presentOrder(
  row: TreasureRow,
  of: { readonly nowMs: number; readonly locked: Amount; readonly redemptions: readonly RedemptionRow[] },
): TreasureOrder {
  const terms = { rate: rate(row.rate), rateKind: row.rateKind, days: row.days, dayCount: row.dayCount };
  const shown = shownRates(terms);
  const isOpen = row.status === 'pending_review' || row.status === 'in_custody';
  return {
    id: String(row.id),
    clientOrderId: row.clientOrderId,
    orderNumber: treasureNumber(row.id),
    productId: String(row.productId),
    asset: row.asset,
    ...terms,
    rate: toText(terms.rate),
    dailyRate: toText(shown.dailyRate),
    annualRate: toText(shown.annualRate),
    redemption: redemptionOf(row),
    amount: toText(amount(row.amount)),
    principal: toText(amount(row.principal)),
    perDay: toText(isOpen ? dayInterest(amount(row.principal), dailyOf(row)).interest : zero),
    expectedIncome: toText(add(amount(row.earned), expectedOf(row))),
    earned: toText(amount(row.earned)),
    penalty: toText(amount(row.penalties)),
    profit: toText(subtract(amount(row.earned), amount(row.penalties))),
    boughtAtMs: row.boughtAtMs,
    startsAtMs: row.startDay === null ? null : row.startDay * dayMs,
    endsAtMs: row.startDay === null ? null : (row.startDay + row.days) * dayMs,
    nextPayAtMs: row.nextDay === null ? null : (row.nextDay + 1) * dayMs,
    status: row.status,
    end: row.endKind,
    reason: row.reason,
    locked: toText(of.locked),
    steps: stepsOf(row, of),
  };
}

function stepsOf(
  row: TreasureRow,
  { nowMs, redemptions }: { readonly nowMs: number; readonly redemptions: readonly RedemptionRow[] },
): TreasureOrder['steps'] {
  const { startDay, endKind, endedAtMs, decidedAtMs, reviewId } = row;
  const startsAtMs = startDay === null ? Number.MAX_SAFE_INTEGER : startDay * dayMs;
  const hasBegun = startsAtMs <= Math.min(nowMs, endedAtMs ?? nowMs);
  return [
    { step: 'bought' as const, atMs: row.boughtAtMs, amount: toText(amount(row.amount)) },
    ...(reviewId !== null && decidedAtMs !== null ? [{ step: 'approved' as const, atMs: decidedAtMs, amount: null }] : []),
    ...(hasBegun ? [{ step: 'started' as const, atMs: startsAtMs, amount: null }] : []),
    ...redemptions.map((one) => ({ step: 'redeemed' as const, atMs: one.atMs, amount: toText(amount(one.amount)) })),
    ...(endKind === null || endKind === 'redeemed' || endedAtMs === null
      ? []
      : [{ step: endKind, atMs: endedAtMs, amount: null }]),
  ].sort((one, other) => one.atMs - other.atMs);
}
