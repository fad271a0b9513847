/** Deposits that are collateral of a loan: its liquidation redeems them early, with the penalty of their own terms. */
import { invariant } from '@tessera/shared/errors';
import { redeem, type Redeemed } from '@tessera/shared/interest';
import { add, amount, isZero, rate, subtract, toText, zero, type Amount } from '@tessera/shared/money';
import { dayOf } from '../../calendar/days';
import type { Tx } from '../../store/database';
import { releaseTaken } from './capacity';
import { holdOrder, keepOrders } from './keepOrders';
import { nextRedemptionNumber } from './nextRedemptionNumber';
import { dailyOf, type TreasureRow } from './orderRow';
import { redemptionOf } from './TreasureTerm';

interface PledgedSum {
  readonly orderId: number;
  readonly amount: Amount;
}

export const pledgedDeposits = {
  /** Zero for a deposit that has ended. undefined while a finished day is not booked, because the earned interest is not known yet. */
  async penaltyOf(tx: Tx, { orderId, amount: sum }: PledgedSum, nowMs: number): Promise<Amount | undefined> {
    const row = await holdOrder(tx, orderId);
    if (row.nextDay === null) return zero;
    return row.nextDay < dayOf(nowMs) ? undefined : redeemed(row, sum).penalty;
  },

  /** Updates the deposits; the caller makes the posting. */
  async redeem(tx: Tx, sums: readonly PledgedSum[], atMs: number): Promise<void> {
    const rows: { row: TreasureRow; sum: Amount }[] = [];
    for (const { orderId, amount: sum } of sums) {
      const row = await holdOrder(tx, orderId);
      if (row.status === 'in_custody') rows.push({ row, sum });
    }
    await releaseTaken(
      tx,
      rows.map(({ row: { productId, mode }, sum }) => ({ productId, mode, amount: sum })),
    );
    for (const { row, sum } of rows) await redeemOne(tx, row, sum, atMs);
  },
};

function redeemed(row: TreasureRow, sum: Amount): Redeemed {
  const rule = redemptionOf(row);
  invariant(rule !== null, `deposit ${row.id} can be redeemed early`);
  const of = { principal: amount(row.principal), rewards: amount(row.rewards), daily: dailyOf(row) };
  return redeem(sum, { ...of, rule: { ...rule, value: rate(rule.value) } });
}

async function redeemOne(tx: Tx, row: TreasureRow, sum: Amount, atMs: number): Promise<void> {
  const { penalty, rewards } = redeemed(row, sum);
  const principal = subtract(amount(row.principal), sum);
  const turn = await nextRedemptionNumber(tx, row.id);
  await tx
    .insertInto('treasureRedemption')
    .values({ orderId: row.id, turn, amount: toText(sum), penalty: toText(penalty), atMs })
    .execute();
  const end = { status: 'completed', endKind: 'redeemed', nextDay: null, endedAtMs: atMs } as const;
  await keepOrders(tx, [
    {
      ...row,
      principal: toText(principal),
      rewards: toText(subtract(amount(row.rewards), rewards)),
      penalties: toText(add(amount(row.penalties), penalty)),
      ...(isZero(principal) ? end : {}),
    },
  ]);
}
