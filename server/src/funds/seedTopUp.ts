import { amount, negate } from '@tessera/shared/money';
import { house, post } from '../ledger/Ledger';
import type { Tx } from '../store/database';
import { fundingAsset } from './fundingAsset';

const seedAmount = amount('250');

/** A little money in real mode for the demo login, so that both modes can be tried. Booked once, as what it is. */
export async function seedTopUp(tx: Tx, userId: number, nowMs: number): Promise<void> {
  await post(tx, {
    mode: 'real',
    kind: 'topup',
    ref: 'seed',
    idem: `topup:seed:${userId}`,
    atMs: nowMs,
    legs: [
      { account: { ownerId: userId, kind: 'coin', asset: fundingAsset }, amount: seedAmount },
      { account: house('custody', fundingAsset), amount: negate(seedAmount) },
    ],
  });
}
