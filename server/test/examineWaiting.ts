/**
 * Two postings at once on one account, in an order that does not depend on luck: the first has booked and not committed,
 * the second is seen waiting, then the first commits. Both must be booked, one after the other, with a book that holds.
 */
import { expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { findViolations, ledgerRules } from '../src/ledger/invariants';
import type { TestDatabase } from './testDatabase';

const seeWaitingWithinMs = 10_000;

export async function examineWaiting({ db, owner }: TestDatabase): Promise<void> {
  const ownerId = 9_000_001;
  const {
    rows: [accounts],
  } = await owner.query<{ ids: string[] }>(`select open_accounts($1, $2, $3, $4)::text[] as ids`, [
    [ownerId, 0],
    ['demo', 'demo'],
    ['USDT', 'USDT'],
    ['coin', 'demo'],
  ]);
  const [user, house] = accounts?.ids ?? [];
  const post = (amount: string, opposite: string): [string, unknown[]] => [
    `select post('demo', 'examination', 'waiting', $1, 1, $2::bigint[], $3::numeric[])`,
    [randomUUID(), [user, house], [amount, opposite]],
  ];
  await owner.query(...post('30', '-30'));

  const first = await owner.connect();
  const second = await owner.connect();
  try {
    await first.query('begin');
    await first.query(...post('-10', '10'));
    const { rows: pids } = await second.query<{ pid: number }>('select pg_backend_pid() as pid');
    const booked = second.query(...post('-10', '10')).then(
      () => 'booked',
      (error: unknown) => String(error),
    );
    await untilWaiting(owner, pids[0]?.pid ?? 0);
    await first.query('commit');
    expect(await booked).toBe('booked');
  } finally {
    first.release();
    second.release();
  }
  const { rows } = await owner.query<{ balance: string }>(
    `select trim_scale(balance)::text as balance from account where id = $1`,
    [user],
  );
  expect(rows[0]?.balance).toBe('10');
  for (const finding of await findViolations(db, ledgerRules, 0))
    expect(finding).toMatchObject({ rule: finding.rule, subjects: [] });
}

async function untilWaiting(owner: TestDatabase['owner'], pid: number): Promise<void> {
  const giveUpAt = performance.now() + seeWaitingWithinMs;
  while (performance.now() < giveUpAt) {
    const { rows } = await owner.query(`select 1 from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`, [pid]);
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the second posting was never seen waiting for the first');
}
