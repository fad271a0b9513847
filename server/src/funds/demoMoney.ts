/**
 * Play money: an account opens with 10,000 and may be filled up to that again when less than 1,000 is left. What is left counts
 * as it is held: what is owed of a loan is not taken from it, or a debt would be paid with play money from nowhere. It exists in
 * demo mode only; the ledger never lets it touch a real account.
 */
import { AppError } from '@tessera/shared/errors';
import { add, amount, compare, isNegative, subtract, toText, zero, type Amount } from '@tessera/shared/money';
import { balances, house, post } from '../ledger/Ledger';
import type { Tx } from '../store/database';
import { enterLock } from '../store/lockOrder';
import { lockUser } from '../store/lockUser';
import { fundingAsset } from './fundingAsset';

export const demoStart = { coin: amount('5000'), contract: amount('5000') };
export const demoFull = amount('10000');
export const demoRefillBelow = amount('1000');

/** Opens the demo account once; later calls change nothing. For registration and the switch to demo mode. */
export async function openDemoAccount(tx: Tx, userId: number, nowMs: number): Promise<void> {
  await post(tx, {
    mode: 'demo',
    kind: 'demo_open',
    ref: `user-${userId}`,
    idem: `demo_open:${userId}`,
    atMs: nowMs,
    legs: [
      { account: { ownerId: userId, kind: 'coin', asset: fundingAsset }, amount: demoStart.coin },
      { account: { ownerId: userId, kind: 'contract', asset: fundingAsset }, amount: demoStart.contract },
      { account: house('demo', fundingAsset), amount: subtract(zero, demoFull) },
    ],
  });
}

export async function refillDemo(
  tx: Tx,
  userId: number,
  key: string,
  nowMs: number,
): Promise<{ credited: Amount; balance: Amount }> {
  enterLock(tx, 'contract');
  await lockUser(tx, userId, 'demo_refill');
  await requireNoPosition(tx, userId);
  const found = (await balances(tx, userId, 'demo')).filter((one) => one.asset === fundingAsset);
  const left = found.reduce((sum, { balance }) => (isNegative(balance) ? sum : add(sum, balance)), zero);
  if (compare(left, demoRefillBelow) >= 0) {
    throw new AppError('WALLET_DEMO_REFILL_NOT_NEEDED', { params: { max: toText(demoRefillBelow), asset: fundingAsset } });
  }
  const credited = subtract(demoFull, left);
  await post(tx, {
    mode: 'demo',
    kind: 'demo_refill',
    ref: `user-${userId}`,
    idem: `demo_refill:${userId}:${key}`,
    atMs: nowMs,
    legs: [
      { account: { ownerId: userId, kind: 'coin', asset: fundingAsset }, amount: credited },
      { account: house('demo', fundingAsset), amount: subtract(zero, credited) },
    ],
  });
  const before = found.find((one) => one.kind === 'coin')?.balance ?? zero;
  return { credited, balance: add(before, credited) };
}

/** Money that comes while positions are open would change how they end. */
async function requireNoPosition(tx: Tx, userId: number): Promise<void> {
  const open = await tx
    .selectFrom('leverageOrder')
    .select('id')
    .where('userId', '=', userId)
    .where('mode', '=', 'demo')
    .where('status', 'in', ['pending', 'open', 'closing'])
    .limit(1)
    .executeTakeFirst();
  if (open !== undefined) throw new AppError('ORDER_OPEN_TRADE_FORBIDS');
}
