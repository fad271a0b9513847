import { beforeAll, describe, expect, test } from '@jest/globals';
import { opsOn } from '../../test/opsOn';
import { useTestDatabase } from '../../test/testDatabase';
import { createTestClock } from '../platform/Clock';
import { appendAudit, brokenAuditRow } from './audit';
import { toTable } from './runCommand';

const database = useTestDatabase();
const clock = createTestClock(Date.UTC(2026, 2, 1, 12));

const ops = opsOn(database, clock);
beforeAll(async () => {
  for (const name of ['ann', 'ben']) await ops(`operators add ${name} --roles treasury,support`, 'root');
});
const lastAudit = async () =>
  database.db.selectFrom('audit').select(['actor', 'action', 'subject', 'details']).orderBy('id', 'desc').executeTakeFirst();

test('an operator acts while the tick log is closed for a decision by the clock', async () => {
  const deciding = await database.owner.connect();
  try {
    await deciding.query(`begin; select close_tick_log(array['BTC-USDT'], array[1]::bigint[])`);
    expect(await ops('funds read-only off --reason counted')).toMatchObject({ exitCode: 0 });
  } finally {
    await deciding.query('rollback');
    deciding.release();
  }
});

describe('funds read-only', () => {
  test('switched on and off with a reason: it holds, and both stand in the audit log', async () => {
    expect(await ops('funds read-only on --reason "count differs"')).toMatchObject({ exitCode: 0 });
    expect(JSON.parse((await ops('funds read-only status --json')).out)).toMatchObject([
      { readOnly: true, reason: 'count differs' },
    ]);
    await ops('funds read-only off --reason counted', 'ben');
    expect(await lastAudit()).toEqual({
      actor: 'ben',
      action: 'funds.read-only-off',
      subject: 'funds',
      details: '{"reason":"counted"}',
    });
  });

  test('without a reason: wrong command line, nothing happens', async () => {
    expect(await ops('funds read-only on')).toMatchObject({ exitCode: 2, err: expect.stringContaining('--reason') });
    expect(JSON.parse((await ops('funds read-only status --json')).out)).toMatchObject([{ readOnly: false }]);
  });
});

test('chain status and unmatched: how far each was read and by whom, bad while one is not believed, not looked at, or owes', async () => {
  const { owner } = database;
  const transaction = `0x${'fe'.repeat(32)}`;
  const status = async () => {
    const { exitCode, out } = await ops('chain status --json');
    return { exitCode, rows: JSON.parse(out) as Record<string, unknown>[] };
  };
  expect(await status()).toEqual({ exitCode: 0, rows: [] });
  await owner.query(
    `insert into chain_look (network, looked_at_ms, agreed_at_ms, head_number, endpoints) values ('ethereum', $1, $1, 107, $2)`,
    [
      clock.now(),
      JSON.stringify([
        { host: 'one.example', height: '107', problem: null },
        { host: 'two.example', height: null, problem: 'took too long' },
      ]),
    ],
  );
  await owner.query(
    `insert into chain_cursor (network, epoch, block_number, block_hash, moved_at_ms) values ('ethereum', 1, 100, '0xcd', $1)`,
    [clock.now()],
  );
  expect(await status()).toMatchObject({
    exitCode: 0,
    rows: [
      {
        ...{ network: 'ethereum', read: '100', newest: '107', behind: '7', problem: null },
        endpoints: 'one.example 107; two.example silent (took too long)',
      },
    ],
  });
  clock.advance(60_001);
  expect((await status()).exitCode).toBe(1);
  await owner.query(
    `update chain_look set looked_at_ms = $1, problem_kind = 'disagreement', problem = 'they say different things', problem_since_ms = $1`,
    [clock.now()],
  );
  expect(await status()).toMatchObject({ exitCode: 1, rows: [{ problem: 'they say different things' }] });
  await owner.query(`update chain_look set problem_kind = null, problem = null, problem_since_ms = null`);
  expect((await status()).exitCode).toBe(0);

  const { rows } = await owner.query<{ id: string }>(
    `insert into deposit_address (network, address, added_by, added_at_ms)
     select 'ethereum', '0x52908400098527886E0F7030069857D2E4169EE7', id, 1 from operator where name = 'ann' returning id`,
  );
  await owner.query(
    `insert into chain_deposit (network, txid, log_index, block_number, block_hash, sender, address_id, asset, raw, decimals, amount, rest, state, why,
       seen_at_ms, moved_at_ms)
     values ('ethereum', $2, -1, 99, '0xef', '0x01', $1, 'ETH', 5, 18, 0, 5, 'unmatched', 'tiny', 1, 1)`,
    [rows[0]?.id, transaction],
  );
  expect(JSON.parse((await ops('chain unmatched --json')).out)).toMatchObject([
    { network: 'ethereum', state: 'unmatched', why: 'tiny', raw: '5', person: null, transaction },
  ]);
  expect(await status()).toMatchObject({ exitCode: 0, rows: [{ unmatched: 1, owed: 0 }] });
  clock.advance(-60_001);
});

describe('users', () => {
  test('frozen with a reason: live sessions end, the mark shows; unfrozen: it is gone', async () => {
    const { rows } = await database.owner.query<{ id: string }>(
      `insert into app_user (id, email, country, password_hash, invitation_code, created_at_ms) values (10000077, 'sam@example.org', 'CH', 'x', 'CODE77', 1) returning id`,
    );
    expect(rows).toHaveLength(1);
    await database.db
      .insertInto('session')
      .values({
        tokenHash: 'h',
        userId: 10000077,
        mode: 'demo',
        createdAtMs: 1,
        lastSeenAtMs: 1,
        revokedAtMs: null,
        revokedWhy: null,
      })
      .execute();
    expect(await ops('users freeze sam@example.org --reason "asked by himself"')).toMatchObject({ exitCode: 0 });
    expect(
      await database.db.selectFrom('session').select('revokedWhy').where('userId', '=', 10000077).executeTakeFirst(),
    ).toEqual({ revokedWhy: 'frozen' });
    expect(JSON.parse((await ops('users show 10000077 --json')).out)).toMatchObject([
      { id: '10000077', frozen: '2026-03-01T12:00:00.000Z', sessions: 0 },
    ]);
    await ops('users unfreeze 10000077 --reason checked');
    expect(JSON.parse((await ops('users list --search sam --json')).out)).toMatchObject([{ id: '10000077', frozen: null }]);
  });

  test('nobody of that name: refused', async () => {
    expect(await ops('users show nobody@example.org')).toMatchObject({ exitCode: 1, err: 'no user nobody@example.org' });
  });
});

describe('the audit chain', () => {
  test('written by many at once: whole; one row changed by the owner: broken there', async () => {
    const entry = { actor: 'ann', action: 'x', subject: 's', details: { a: 1 }, nowMs: 5 };
    await Promise.all(Array.from({ length: 8 }, () => database.staff.db.transaction().execute((tx) => appendAudit(tx, entry))));
    expect(await brokenAuditRow(database.db)).toBeUndefined();
    expect(await ops('audit verify')).toMatchObject({ exitCode: 0 });
    await database.owner.query(
      `set session_replication_role = replica; update audit set actor = 'eve' where id = 2; set session_replication_role = default`,
    );
    expect(await brokenAuditRow(database.db)).toBe(2);
    expect(await ops('audit verify')).toMatchObject({ exitCode: 1 });
  });
});

test('every rule is asked on demand', async () => {
  const answer = await ops('invariants run');
  expect(answer.exitCode).toBe(0);
  expect(answer.out).toContain('I8');
});

test('several rows lie as a table, one stands upright, none says so', () => {
  expect(
    toTable({
      rows: [
        { id: 1, name: 'ann' },
        { id: 22, name: null },
      ],
    }),
  ).toBe('id  name\n--  ----\n1   ann\n22  -');
  expect(toTable({ rows: [{ id: 1, longer: 'x' }] })).toBe('id      1\nlonger  x');
  expect(toTable({ rows: [] })).toBe('(none)');
});
