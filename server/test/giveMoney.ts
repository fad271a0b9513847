/** Money for somebody in a test, out of nowhere as the house has it: by the one door, so that the book holds. */
import { randomUUID } from 'node:crypto';
import type { AccountMode } from '@tessera/shared/contract';
import { amount, subtract, zero } from '@tessera/shared/money';
import { house, post } from '../src/ledger/Ledger';
import type { Db } from '../src/store/database';

export interface GivenMoney {
  readonly userId: number;
  readonly mode: AccountMode;
  /** Below zero into `loan`: what is owed. */
  readonly kind: 'coin' | 'contract' | 'loan';
  /** USDT unless said otherwise. */
  readonly asset?: string;
  /** "0" gives nothing. */
  readonly text: string;
  readonly atMs: number;
}

export async function giveMoney(db: Db, { userId, mode, kind, asset = 'USDT', text, atMs }: GivenMoney): Promise<void> {
  if (text === '0') return;
  await db.transaction().execute((tx) =>
    post(tx, {
      mode,
      kind: 'demo_open',
      ref: 'test',
      idem: `test:${randomUUID()}`,
      atMs,
      legs: [
        { account: { ownerId: userId, kind, asset }, amount: amount(text) },
        { account: house(mode === 'demo' ? 'demo' : 'custody', asset), amount: subtract(zero, amount(text)) },
      ],
    }),
  );
}
