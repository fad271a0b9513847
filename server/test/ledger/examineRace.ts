import { expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '../testDatabase';
import { nextUser, openAccounts } from './booked';

export async function examineRace(database: TestDatabase): Promise<void> {
  const user = nextUser();
  const [coin, pnl] = await openAccounts(database, [
    [user, 'real', 'USDT', 'coin'],
    [0, 'real', 'USDT', 'pnl'],
  ]);
  const { pool } = database.database;
  const send = (amount: string, back: string) =>
    pool
      .query('select post($1, $2, $3, $4, $5, $6, $7::numeric[])', [
        'real',
        'transfer',
        'r',
        randomUUID(),
        1,
        [coin, pnl],
        [amount, back],
      ])
      .then(
        () => 'accepted',
        (error: { code?: string }) => error.code ?? 'no code',
      );
  await send('90', '-90');
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => send('-10', '10')));
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(9);
  expect(outcomes.filter((outcome) => outcome === 'L0001')).toHaveLength(41);
}
