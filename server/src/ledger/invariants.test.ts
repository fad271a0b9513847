/** Each rule has to be able to fail: a broken row is planted around the door, as only the owner can, and must be named. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { amount, negate } from '@tessera/shared/money';
import { sql } from 'kysely';
import { createTestDatabase, type OwnDatabase } from '../../test/testDatabase';
import { createTestClock } from '../platform/Clock';
import { createLog } from '../platform/log';
import { createMetrics } from '../platform/metrics';
import { findViolations, idsAtOnce, ledgerRules } from './invariants';
import { createInvariantWatch } from './InvariantWatch';
import { leverageLedgerRules } from '../products/leverage/invariants';
import { secondsLedgerRules } from '../products/seconds/invariants';
import { spotLedgerRules } from '../products/spot/invariants';
import { c2cLedgerRules } from '../c2c/invariants';
import { topUpLedgerRules } from '../topups/invariants';
import { fundsState, house, post, type HouseKind } from './Ledger';

let database: OwnDatabase;
let firstJournal: number;
beforeEach(async () => {
  database = await createTestDatabase();
  firstJournal = await fund(7, '12');
  await fund(7, '5');
  await fund(8, '3');
});
afterEach(async () => {
  await database.drop();
});

async function fund(userId: number, text: string): Promise<number> {
  const posted = await database.db.transaction().execute((tx) =>
    post(tx, {
      mode: 'real',
      kind: 'topup',
      ref: 'r',
      idem: `fund:${userId}:${text}`,
      atMs: 1,
      legs: [
        { account: { ownerId: userId, kind: 'coin', asset: 'USDT' }, amount: amount(text) },
        { account: house('custody', 'USDT'), amount: amount(`-${text}`) },
      ],
    }),
  );
  return posted.journalId;
}

/** Around triggers, as a person with the database's keys could. */
async function tamper(statement: string): Promise<void> {
  const client = await database.owner.connect();
  try {
    await client.query(`set session_replication_role = replica; ${statement}; set session_replication_role = default`);
  } finally {
    client.release();
  }
}
const brokenRules = async (since = 0) =>
  (await findViolations(database.db, ledgerRules, since))
    .filter((finding) => finding.subjects.length > 0)
    .map((finding) => finding.rule);

const coinOf7 = `(select id from account where owner_id = 7)`;

describe('the whole book', () => {
  test('nothing was planted: no rule is broken', async () => {
    expect(await brokenRules()).toEqual([]);
  });

  const planted: readonly [string, string, readonly string[]][] = [
    [
      'an entry is changed',
      `update entry set amount = 13 where account_id = ${coinOf7} and account_version = 1`,
      ['I1', 'I3', 'I4', 'I4-statement'],
    ],
    [
      'an entry is removed',
      `delete from entry where account_id = ${coinOf7} and account_version = 1`,
      ['I1', 'I1-empty', 'I3', 'I4', 'I4-statement'],
    ],
    ['a balance is changed', `update account set balance = 18 where owner_id = 7`, ['I2', 'I3']],
    [
      'a version is skipped',
      `update entry set account_version = 9 where account_id = ${coinOf7} and account_version = 2; update account set version = 9 where owner_id = 7`,
      ['I3', 'I4'],
    ],
    ['a user is below zero', `update account set balance = -1 where owner_id = 7`, ['I2', 'I3', 'I5']],
    [
      'a debt is above zero',
      `insert into account (owner_id, mode, asset, kind, is_tracked, balance) values (7, 'real', 'USDT', 'loan', true, 1)`,
      ['I2', 'I3', 'I5'],
    ],
    ['what was tallied is changed', `update account_tally set moved = moved + 1 where account_id = ${coinOf7}`, ['I3']],
    [
      'a snapshot of the house is wrong',
      `insert into house_snapshot select id, 1, 5 from account where kind = 'custody'`,
      ['I2', 'I3-house'],
    ],
    ['an account changes sides', `update account set mode = 'demo' where owner_id = 7`, ['I2', 'I8']],
    ['a trigger is dropped', `drop trigger entry_append_only on entry`, ['I9']],
    ['the server may write the book', `grant update on entry to tessera_app`, ['I9']],
  ];
  test.each(planted)('%s: named by its rules', async (_, statement, rules) => {
    await tamper(statement);
    expect(await brokenRules()).toEqual(rules);
  });
});

describe('an account that money passes through', () => {
  const dayMs = 86_400_000;
  /** From the house's account to the person's coins; back where it is below zero. */
  const moved = (from: HouseKind, text: string, atMs: number) =>
    database.db.transaction().execute((tx) =>
      post(tx, {
        mode: 'real',
        kind: 'topup',
        ref: 'r',
        idem: `${from} ${atMs}`,
        atMs,
        legs: [
          { account: { ownerId: 7, kind: 'coin', asset: 'USDT' }, amount: amount(text) },
          { account: house(from, 'USDT'), amount: negate(amount(text)) },
        ],
      }),
    );

  test('it may hold money for a day; after that it is named until it is back at zero', async () => {
    await moved('clearing:gate', '4', 1000);
    await moved('custody', '1', 1000 + dayMs);
    expect(await brokenRules()).toEqual([]);
    await moved('custody', '1', 1001 + dayMs);
    expect(await brokenRules()).toEqual(['I11']);
    await moved('clearing:gate', '-4', 1002 + dayMs);
    expect(await brokenRules()).toEqual([]);
  });

  test('another account of the house may hold what it likes', async () => {
    await moved('payable:shop', '4', 1000);
    await moved('custody', '1', 1000 + 2 * dayMs);
    expect(await brokenRules()).toEqual([]);
  });
});

describe('what is new since a journal', () => {
  test('an old entry was changed and only newer journals are asked: the chain still shows it where it continues', async () => {
    await tamper(`update entry set balance_after = 11 where account_id = ${coinOf7} and account_version = 1`);
    expect(await brokenRules(firstJournal)).toEqual(['I4']);
  });

  test('a stored balance is changed after newer postings: found', async () => {
    await tamper(`update account set balance = 18 where owner_id = 7`);
    expect(await brokenRules(firstJournal)).toEqual(['I3']);
  });
});

describe('the watch', () => {
  const aWatch = (clock = createTestClock(1_000_000)) => {
    const metrics = createMetrics({ collectProcess: false });
    return {
      clock,
      metrics,
      watch: createInvariantWatch({ db: database.db, clock, log: createLog({ logLevel: 'silent' }), metrics }),
    };
  };

  const mark = async () =>
    (await database.db.selectFrom('ledgerCheck').select('checkedJournalId').where('rule', '=', 'book').executeTakeFirst())
      ?.checkedJournalId;

  test('a money rule is broken: funds become read-only, the metric counts, and it stays unclean', async () => {
    const { watch, metrics } = aWatch();
    await tamper(`update account set balance = 18 where owner_id = 7`);
    await watch.run();
    expect(await fundsState(database.db)).toMatchObject({ isReadOnly: true, reason: expect.stringContaining('I3') });
    expect(await metrics.registry.getSingleMetricAsString('ledger_invariant_violations')).toContain('rule="I3"} 1');
    expect(watch.problem()).toContain('broken');
    await expect(fund(9, '1')).rejects.toMatchObject({ code: 'WALLET_FUNDS_READ_ONLY' });
  });

  test('only I9 is broken: it is told, and money goes on', async () => {
    const { watch } = aWatch();
    await tamper(`drop trigger entry_append_only on entry`);
    await watch.run();
    expect(watch.problem()).toContain('broken');
    expect((await fundsState(database.db)).isReadOnly).toBe(false);
  });

  test('rounds without a finding: journals count as checked only when every transaction of their time has ended', async () => {
    const { watch, clock } = aWatch();
    await watch.run();
    expect(await mark()).toBeUndefined();
    clock.advance(60_000);
    const later = await fund(9, '1');
    await watch.run();
    expect(await mark()).toBeLessThan(later);
    clock.advance(60_000);
    await watch.run();
    expect(await mark()).toBe(later);
  });

  test('after a restart, with more than a round comes to: the mark moves on round by round, and the server is ready again', async () => {
    await database.owner.query(
      `select post_batch(array_agg('real'::text), array_agg('topup'::text), array_agg('r'::text), array_agg('many:' || n), array_agg(1::bigint),
         (select array_agg(n) from generate_series(1, $1::int) n, generate_series(1, 2)),
         (select array_agg(id) from generate_series(1, $1::int), unnest(array(
           select id from account where owner_id in (0, 7) order by owner_id)) id),
         (select array_agg(amount) from generate_series(1, $1::int), unnest(array[-0.01, 0.01]) amount))
       from generate_series(1, $1::int) n`,
      [2 * idsAtOnce + 100],
    );
    const clock = createTestClock(1_000_000);
    // Time goes on with each question: a round comes to idsAtOnce journals and no further.
    const now = () => {
      clock.advance(6000);
      return clock.now();
    };
    const { watch } = aWatch({ ...clock, now });
    const marks: (number | undefined)[] = [];
    const problems: (string | undefined)[] = [];
    for (let round = 0; round < 4; round += 1) {
      await watch.run();
      marks.push(await mark());
      problems.push(watch.problem());
      clock.advance(60_000);
    }
    expect(marks).toEqual([undefined, idsAtOnce, 2 * idsAtOnce, 2 * idsAtOnce + 103]);
    expect(problems[2]).toContain('no round has finished');
    expect(problems[3]).toBeUndefined();
  });

  test('an old row that was changed is found as the watch goes through all of the book, some rows at a time', async () => {
    const { watch, clock } = aWatch();
    for (let round = 0; round < 3; round += 1) {
      await watch.run();
      clock.advance(60_000);
    }
    expect(watch.problem()).toBeUndefined();
    // Nothing new touches this account.
    await tamper(`update account set balance = 18 where owner_id = 7`);
    await watch.run();
    expect(watch.problem()).toContain('broken');
  });

  test('every question names its rows: no rule reads a table from end to end', async () => {
    const rules = [
      ...ledgerRules,
      ...secondsLedgerRules,
      ...spotLedgerRules,
      ...leverageLedgerRules,
      ...topUpLedgerRules,
      ...c2cLedgerRules,
    ];
    const scanned = await database.db.transaction().execute(async (tx) => {
      // What cannot be answered by an index is read whole even so, and shows.
      await sql`set local enable_seqscan = off`.execute(tx);
      const found: string[] = [];
      for (const { rule, find } of rules) {
        if (find === undefined) continue;
        const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${find(sql`array[1, 2]::bigint[]`)}`.execute(tx);
        const whole = rows.filter((row) => row['QUERY PLAN'].includes('Seq Scan'));
        found.push(...whole.map((row) => `${rule}: ${row['QUERY PLAN'].trim()}`));
      }
      return found;
    });
    expect(scanned).toEqual([]);
  });

  test('a round that does not finish: the server is not ready, the metric says so, and the next good round ends it', async () => {
    const { watch, metrics } = aWatch();
    await database.owner.query('alter table account_tally rename to tally_away');
    await expect(watch.run()).rejects.toThrow('account_tally');
    expect(watch.problem()).toContain('did not finish');
    expect(await metrics.registry.getSingleMetricAsString('ledger_watch_unfinished')).toContain('ledger_watch_unfinished 1');
    await database.owner.query('alter table tally_away rename to account_tally');
    await watch.run();
    expect(watch.problem()).toBeUndefined();
    expect(await metrics.registry.getSingleMetricAsString('ledger_watch_unfinished')).toContain('ledger_watch_unfinished 0');
  });

  test('rounds have stopped coming: the server is not ready', async () => {
    const { watch, clock } = aWatch();
    await watch.run();
    clock.advance(180_000);
    expect(watch.problem()).toBeUndefined();
    clock.advance(1);
    expect(watch.problem()).toContain('no round has finished');
  });
});

describe('balances of the house', () => {
  const custody = async () =>
    (
      await sql<{ balance: string }>`
        select trim_scale(balance)::text as balance from account_balance where owner_id = 0 and kind = 'custody'`.execute(
        database.db,
      )
    ).rows[0]?.balance;
  const fold = async (most: number) =>
    (await sql<{ more: boolean }>`select fold_house(${most}::bigint) as more`.execute(database.db)).rows[0]?.more;

  test('a snapshot never passes what was checked, and with later entries it is the same balance', async () => {
    expect(await custody()).toBe('-20');
    expect(await fold(100)).toBe(false);
    expect(await database.db.selectFrom('houseSnapshot').selectAll().execute()).toEqual([]);
    await database.db
      .insertInto('ledgerCheck')
      .values({ rule: 'book', checkedJournalId: firstJournal + 1, violations: 0, atMs: 1 })
      .execute();
    while (await fold(1)) expect(await custody()).toBe('-20');
    expect(await database.db.selectFrom('houseSnapshot').select(['journalId', 'balance']).execute()).toEqual([
      { journalId: firstJournal + 1, balance: '-17.000000000000000000' },
    ]);
    expect(await custody()).toBe('-20');
    await fund(9, '4');
    expect(await custody()).toBe('-24');
    expect(await brokenRules()).toEqual([]);
  });
});
