/**
 * How a top-up ends: credited, failed, or taken back after it was credited. Each is the one way to do so, whoever says that it has come to
 * that: an operator, a chain, a gateway, another person. The caller holds the person; the state of the row is moved before anything is
 * booked, so that it happens once.
 */
import { AppError } from '@tessera/shared/errors';
import { amount, isPositive, negate, toText, type Amount } from '@tessera/shared/money';
import type { Updateable } from 'kysely';
import type { Messages } from '../content/messages';
import { publishEvents } from '../execution/publishEvents';
import { house, post, type HouseKind } from '../ledger/Ledger';
import type { Tx } from '../store/database';
import { enterLock } from '../store/lockOrder';
import { allowAgain } from '../uploads/allowAgain';
import { addTurnoverNeed } from '../withdrawals/turnover';
import type { TopUpTable } from './tables';
import { refOf, topUpRows, type TopUpRow } from './topUpRows';

interface Ending {
  readonly topUp: TopUpRow;
  readonly messages: Pick<Messages, 'send'>;
  readonly nowMs: number;
}
type Booked = Ending & {
  /** The house's account that the money comes from. Left out: what is kept on its network, with its gateway, or by its method. */
  readonly rail?: HouseKind;
};

/** With the person held. Throws STATUS_ABNORMAL where it is in none of these states. */
export async function holdTopUp(tx: Tx, id: number, states: readonly TopUpRow['status'][]): Promise<TopUpRow> {
  enterLock(tx, 'order');
  const row = await topUpRows(tx).where('topup.id', '=', id).forUpdate('topup').executeTakeFirstOrThrow();
  if (!states.includes(row.status)) throw new AppError('STATUS_ABNORMAL');
  return row;
}

/** Books it, asks for its turnover, tells the person. With holdTopUp. */
export async function creditTopUp(tx: Tx, { topUp, messages, nowMs, rail = railOf(topUp) }: Booked): Promise<void> {
  const { id, userId } = topUp;
  await move(tx, topUp, { status: 'success', decidedAtMs: nowMs });
  await book(tx, topUp, { kind: 'topup', idem: refOf(id), rail, sum: amount(topUp.amount), atMs: nowMs });
  const need = amount(topUp.turnoverNeed);
  if (isPositive(need)) await addTurnoverNeed(tx, { userId, ref: refOf(id), need, nowMs });
  await tell(tx, { topUp, messages, nowMs }, 'topup_success');
  await publishEvents(tx, { events: [], moved: [{ userId, mode: 'real' }], atMs: nowMs });
}

/** Nothing was booked, nothing is. `reason` is shown to the person. With holdTopUp. */
export async function failTopUp(tx: Tx, ending: Ending, reason: string): Promise<void> {
  await move(tx, ending.topUp, { status: 'failure', reason, decidedAtMs: ending.nowMs });
  await allowAgain(tx, refOf(ending.topUp.id));
  await tell(tx, ending, 'topup_failure', { reason });
}

/**
 * Of one that has succeeded. With holdTopUp. Throws WALLET_BALANCE_INSUFFICIENT where the person no longer has it: a balance is never
 * below zero.
 */
export async function takeBackTopUp(tx: Tx, { rail, ...ending }: Booked, reason: string): Promise<void> {
  const { topUp, nowMs } = ending;
  await move(tx, topUp, { status: 'failure', reason, decidedAtMs: nowMs, reversedAtMs: nowMs });
  await book(tx, topUp, {
    kind: 'adjustment',
    idem: `${refOf(topUp.id)}:reversal`,
    rail: rail ?? railOf(topUp),
    sum: negate(amount(topUp.amount)),
    atMs: nowMs,
  });
  await allowAgain(tx, refOf(topUp.id));
  await tell(tx, ending, 'topup_reversed', { reason });
  await publishEvents(tx, { events: [], moved: [{ userId: topUp.userId, mode: 'real' }], atMs: nowMs });
}

const move = (tx: Tx, { id }: TopUpRow, to: Updateable<TopUpTable>) =>
  tx.updateTable('topup').set(to).where('id', '=', id).execute();

const railOf = ({ network, gateway, method }: TopUpRow): HouseKind => `custody:${network ?? gateway ?? method}`;

async function book(
  tx: Tx,
  { publicId, userId, asset }: TopUpRow,
  {
    kind,
    idem,
    rail,
    sum,
    atMs,
  }: {
    readonly kind: 'topup' | 'adjustment';
    readonly idem: string;
    readonly rail: HouseKind;
    readonly sum: Amount;
    readonly atMs: number;
  },
): Promise<void> {
  await post(tx, {
    mode: 'real',
    kind,
    ref: publicId,
    idem,
    atMs,
    legs: [
      { account: house(rail, asset), amount: negate(sum) },
      { account: { ownerId: userId, kind: 'coin', asset }, amount: sum },
    ],
  });
}

async function tell(
  tx: Tx,
  { topUp: { publicId, userId, amount: sum, asset }, messages, nowMs }: Ending,
  kind: 'topup_success' | 'topup_failure' | 'topup_reversed',
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  await messages.send(tx, { userId, kind, params: { number: publicId, amount: toText(amount(sum)), asset, ...more }, nowMs });
}
