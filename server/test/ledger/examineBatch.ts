import { expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { findViolations, ledgerRules } from '../../src/ledger/invariants';
import type { TestDatabase } from '../testDatabase';
import { bookBatch, expectBalances, nextUser, openAccounts } from './booked';
import { unit, type ModelAccount, type ModelPosting } from './modelLedger';

/** Postings of one batch on one account: each is judged, and recorded, on what the one before it has left. */
export async function examineBatch(database: TestDatabase): Promise<void> {
  const user = nextUser();
  const [coin = -1, custody = -1] = await openAccounts(database, [
    [user, 'demo', 'BTC', 'coin'],
    [0, 'demo', 'BTC', 'custody'],
  ]);
  const account: ModelAccount = { id: coin, mode: 'demo', asset: 'BTC', isUser: true };
  const house: ModelAccount = { ...account, id: custody, isUser: false };
  /** In the last decimal of the asset. */
  const moved = (units: bigint, idem: string = randomUUID()): ModelPosting => {
    const amount = units * unit('BTC');
    return {
      mode: 'demo',
      idem,
      legs: [
        { account, amount },
        { account: house, amount: -amount },
      ],
    };
  };
  const key = randomUUID();
  expect(await bookBatch(database, [moved(30n, key), moved(-10n)])).toEqual({ replays: [false, false] });
  expect(await bookBatch(database, [moved(30n, key)])).toEqual({ replays: [true] });
  expect(await bookBatch(database, [moved(31n, key)])).toEqual({ refusal: 'L0002' });
  // In the end there would be enough; in between there is not.
  expect(await bookBatch(database, [moved(-30n), moved(20n)])).toEqual({ refusal: 'L0001' });
  // The instants of three postings, by the ends of their keys: late, early, between. None counts before the one before it.
  for (const end of ['6', '1', '2']) expect(await bookBatch(database, [moved(1n, `${key}${end}`)])).toEqual({ replays: [false] });
  await expectBalances(database, [account], new Map([[coin, 23n * unit('BTC')]]));
  for (const finding of await findViolations(database.db, ledgerRules, 0))
    expect(finding).toMatchObject({ rule: finding.rule, subjects: [] });
}
