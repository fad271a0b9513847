import { expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '../testDatabase';
import { nextUser, openAccounts } from './booked';

/** Inputs that no typed caller can make, but that the book must refuse by itself. */
export async function examineRefusals(database: TestDatabase): Promise<void> {
  const user = nextUser();
  const ids = await openAccounts(database, [
    [user, 'real', 'USDT', 'coin'],
    [0, 'real', 'USDT', 'custody'],
    [user, 'real', 'BTC', 'coin'],
    [user, 'demo', 'USDT', 'coin'],
    [user, 'real', 'USDT', 'loan'],
  ]);
  const [coin, custody, bitcoin, practice, loan] = ids;
  const { pool } = database.database;
  const codeOf = (accounts: readonly (number | null | undefined)[], amounts: readonly (string | null)[]) =>
    pool
      .query('select post($1, $2, $3, $4, $5, $6, $7::numeric[])', ['real', 'transfer', 'r', randomUUID(), 1, accounts, amounts])
      .then(
        () => 'accepted',
        (error: { code?: string }) => error.code,
      );
  expect(await codeOf([coin, custody], ['NaN', 'NaN'])).toBe('L0003');
  expect(await codeOf([coin, custody], ['Infinity', '-Infinity'])).toBe('L0003');
  expect(await codeOf([coin, custody], ['1e18', '-1e18'])).toBe('L0003');
  expect(await codeOf([coin, custody], [null, '1'])).toBe('L0003');
  expect(await codeOf([coin, null], ['1', '-1'])).toBe('L0003');
  expect(await codeOf([coin, 999_999_999], ['1', '-1'])).toBe('L0003');
  expect(await codeOf([coin, custody], ['1'])).toBe('L0003');
  expect(await codeOf([], [])).toBe('L0003');
  expect(await codeOf([coin, custody], ['1', '-2'])).toBe('L0004');
  expect(await codeOf([coin, custody], ['0.0000001', '-0.0000001'])).toBe('L0003');
  expect(await codeOf([bitcoin, custody], ['1', '-1'])).toBe('L0004');
  expect(await codeOf([practice, custody], ['1', '-1'])).toBe('L0003');
  expect(await codeOf([coin, coin, custody], ['2', '-1', '-1'])).toBe('L0003');
  expect(await codeOf([loan, custody], ['1', '-1'])).toBe('L0006');
  await database.owner.query('update funds_state set is_read_only = true');
  expect(await codeOf([coin, custody], ['1', '-1'])).toBe('L0005');
  await database.owner.query('update funds_state set is_read_only = false');
  expect(await codeOf([coin, custody], ['1', '-1'])).toBe('accepted');
  // To the last unit, and no further.
  expect(await codeOf([coin, custody], ['-1', '1'])).toBe('accepted');
  expect(await codeOf([coin, custody], ['-0.000001', '0.000001'])).toBe('L0001');
}
