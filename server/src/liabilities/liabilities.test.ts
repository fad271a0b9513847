/**
 * A day's liabilities from the balances to the check of each person, on a real database. The app's own check and the verifier that takes
 * no code of ours judge every proof.
 */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  liabilityProofDays,
  type AccountKind,
  type EndpointResponse,
  type LiabilityProof,
  type TickAnchor,
} from '@tessera/shared/contract';
import {
  addAmounts,
  checkLiability,
  countedAccounts,
  genesisHash,
  liabilityVerdict,
  minuteRoot,
  type LiabilityKnown,
  type RecordEntry,
} from '@tessera/shared/fairness';
import { amount, negate } from '@tessera/shared/money';
import { sql } from 'kysely';
import { nothingKnown } from '../../../tools/verify/Known';
import { verifyFile } from '../../../tools/verify/verifyFile';
import { useFreshDatabases } from '../../test/freshDatabases';
import { giveMoney } from '../../test/giveMoney';
import type { OwnDatabase } from '../../test/testDatabase';
import { testSignatures, testSigningKey } from '../../test/testReceipts';
import { nativeSha256 } from '../feed/nativeSha256';
import { walletRecords } from '../funds/walletRecords';
import type { HandlerCall } from '../http/handler';
import { house, post, postMany, type UserKind } from '../ledger/Ledger';
import { createTestClock } from '../platform/Clock';
import { createLog } from '../platform/log';
import { readRecord } from '../record/readRecord';
import { publishSigningKeys } from '../record/SigningKey';
import { createLiabilities } from './Liabilities';

const dayMs = 86_400_000;
const midnight = Date.parse('2026-11-23T00:00:00Z');
const log = createLog({ logLevel: 'silent' });
const freshDatabase = useFreshDatabases();
let database: OwnDatabase;
let clock: ReturnType<typeof createTestClock>;

beforeEach(async () => {
  database = await freshDatabase();
  clock = createTestClock(midnight - 3_600_000);
  await publishSigningKeys(database.db, [testSigningKey], clock.now());
});
afterEach(() => database.drop());

const exchange = (holder = 'test') => createLiabilities({ db: database.db, clock, log, holder });
/** The newest tick is of that instant. */
const logs = (atMs: number) =>
  database.owner.query(
    `insert into tick_head (symbol_id, seq, at_ms, price, bid, ask, is_live, hash) values ('BTC-USDT', 1, $1, 1, 1, 1, true, '')
     on conflict (symbol_id) do update set at_ms = $1`,
    [atMs],
  );
/** While the feed runs. */
async function runJob(holder?: string, signal = new AbortController().signal) {
  await logs(clock.now());
  return exchange(holder).job.run(signal);
}
const give = (userId: number, text: string, more: { kind?: 'coin' | 'contract'; asset?: string; mode?: 'real' | 'demo' } = {}) =>
  giveMoney(database.db, { userId, mode: 'real', kind: 'coin', text, atMs: clock.now(), ...more });
/** To persons 1 to `people`, each what `textOf` says. */
const giveEach = (people: number, textOf: (userId: number) => string, asset = 'USDT') =>
  database.db.transaction().execute((tx) =>
    postMany(
      tx,
      Array.from({ length: people }, (_, index) => ({
        ...{ mode: 'real', kind: 'topup', ref: 'test', idem: `each:${asset}:${index}`, atMs: clock.now() },
        legs: [
          { account: { ownerId: index + 1, kind: 'coin', asset }, amount: amount(textOf(index + 1)) },
          { account: house('custody', asset), amount: amount(`-${textOf(index + 1)}`) },
        ],
      })),
    ),
  );
let moves = 0;
const move = (userId: number, from: UserKind, to: UserKind, text: string) =>
  database.db.transaction().execute((tx) =>
    post(tx, {
      ...{ mode: 'real', kind: 'transfer', ref: 'test', idem: `move:${(moves += 1)}`, atMs: clock.now() },
      legs: [
        { account: { ownerId: userId, kind: from, asset: 'USDT' }, amount: negate(amount(text)) },
        { account: { ownerId: userId, kind: to, asset: 'USDT' }, amount: amount(text) },
      ],
    }),
  );

type Call = HandlerCall<'liabilityProof'>;
const proofOf = (userId: number, day = '2026-11-23', mode: 'real' | 'demo' = 'real') =>
  (exchange().handlers.liabilityProof as (call: Call) => Promise<LiabilityProof>)({
    user: { userId: String(userId), mode, sessionId: '1' },
    request: { day },
  } as Call);
const days = (request: object = {}) =>
  (exchange().handlers.liabilities as (call: object) => Promise<EndpointResponse<'liabilities'>>)({ request });
const entries = async (): Promise<RecordEntry[]> =>
  (await readRecord(database.db, { fromSeq: 1, limit: 500, kind: undefined })).entries as RecordEntry[];

/** A signed root over the newest entry of the record. */
async function anchorNow(): Promise<TickAnchor> {
  const last = (await entries()).at(-1);
  const minuteMs = Math.ceil(clock.now() / 60_000) * 60_000;
  const logs = { record: { seq: last?.seq ?? 0, hash: last?.hash ?? '' }, audit: { seq: 0, hash: genesisHash } };
  const root = minuteRoot(genesisHash, minuteMs, {}, nativeSha256, logs);
  const signed = { keyId: testSigningKey.id, signature: testSigningKey.sign('root', { minuteMs, root }) };
  return { minuteMs, root, previousRoot: genesisHash, heads: {}, logs, signed };
}

/** As the app asks for it: the first records, and of each account that was counted the one that was, and the next. */
async function statementOf(userId: number, proof: LiabilityProof) {
  const ask = async (request: { account: AccountKind; asset?: string; toVersion: number; pageSize: number }) =>
    (await walletRecords(database.db, userId, 'real', request)).items;
  const asked = proof.accounts.map(({ kind, asset, version }) =>
    ask({ account: kind as AccountKind, asset, toVersion: version + 1, pageSize: 2 }),
  );
  const first = countedAccounts.map((account) => ask({ account: account as AccountKind, toVersion: 1, pageSize: 100 }));
  return (await Promise.all([...first, ...asked])).flat();
}

async function judged(userId: number, proof?: LiabilityProof, known: Partial<LiabilityKnown> = {}) {
  const shown = proof ?? (await proofOf(userId));
  const [all, anchors] = [known.entries ?? (await entries()), known.anchors ?? [await anchorNow()]];
  const statement = await statementOf(userId, await proofOf(userId));
  const nowMs = clock.now();
  const { knowsSignature } = testSignatures;
  const checks = await checkLiability(
    shown,
    { userId: String(userId), entries: all, anchors, knowsSignature, statement, nowMs, ...known },
    nativeSha256,
  );
  const file = {
    format: 'tessera-liability-1',
    user: String(userId),
    proof: shown,
    statement,
    anchors,
    ...{ entries: all, ...known },
  };
  const [verdict] = verifyFile(file, { ...nothingKnown, nowMs });
  const failed = (all2: readonly { readonly name: string; readonly state: string }[]) =>
    all2.filter(({ state }) => state === 'failed').map(({ name }) => name);
  return { verdict: liabilityVerdict(checks), failed: failed(checks), failedElsewhere: failed(verdict?.checks ?? []), checks };
}

/** With triggers and rights set aside, as somebody with the database's keys could. */
const tamper = async (statement: string) => {
  const client = await database.owner.connect();
  try {
    await client.query(`set session_replication_role = replica; ${statement}; set session_replication_role = default`);
  } finally {
    client.release();
  }
};

describe('a day', () => {
  test('every person is counted with all that he has, in all kinds of accounts; house, demo and debts are not', async () => {
    await give(7, '100.5');
    await give(7, '0.25', { asset: 'BTC' });
    await give(7, '40', { kind: 'contract' });
    await move(7, 'contract', 'margin', '15');
    await move(7, 'coin', 'withdraw_hold', '20.5');
    await move(7, 'coin', 'deposit', '30');
    await move(7, 'deposit', 'collateral', '10');
    await move(7, 'coin', 'project', '5');
    await give(8, '3');
    await give(9, '1000', { mode: 'demo' });
    await give(10, '5');
    await move(10, 'loan', 'coin', '50');
    clock.advance(3_600_000);
    await runJob();

    const [day] = (await days()).days;
    expect(day).toMatchObject({ day: '2026-11-23', state: 'published', hasProofs: true });
    expect(day?.published).toMatchObject({
      ...{ takenAtMs: clock.now(), persons: 3, height: 6, payable: {} },
      sums: { BTC: '0.25', USDT: '198.5' },
      reserves: { BTC: '0.25', USDT: '148.5' },
    });
    const proof = await proofOf(7);
    expect(proof.accounts.map(({ kind, asset, balance }) => `${kind} ${asset} ${balance}`).sort()).toEqual([
      ...['coin BTC 0.25', 'coin USDT 45', 'collateral USDT 10', 'contract USDT 25', 'deposit USDT 20', 'margin USDT 15'],
      ...['project USDT 5', 'withdraw_hold USDT 20.5'],
    ]);
    expect(proof.leaves.map(({ amounts }) => amounts).reduce(addAmounts, {})).toEqual({ BTC: '0.25', USDT: '140.5' });
    for (const userId of [7, 8, 10])
      expect(await judged(userId)).toMatchObject({ verdict: 'counted', failed: [], failedElsewhere: [] });
    await expect(proofOf(9, '2026-11-23', 'demo')).rejects.toMatchObject({ code: 'WALLET_DEMO_FORBIDDEN' });
  });

  test('any number of people with anything: each of them is counted, the sums are the book’s', async () => {
    const people = 70;
    let seed = 4711;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const some = Array.from(
      { length: people + 1 },
      () => `${random(3) === 0 ? '' : random(900) + 1}${random(9) + 1}.${random(99)}1`,
    );
    const coins = Array.from({ length: people / 2 + 1 }, () => `0.${random(9_999_999)}1`);
    await giveEach(people, (userId) => some[userId] ?? '');
    await giveEach(people / 2, (userId) => coins[userId] ?? '', 'BTC');
    clock.advance(3_600_000);
    await runJob();
    const { rows } = await sql<{ asset: string; sum: string }>`
      select asset, trim_scale(sum(balance))::text as sum from account where owner_id > 0 and mode = 'real' group by 1`.execute(
      database.db,
    );
    const [day] = (await days()).days;
    expect(day?.published).toMatchObject({
      persons: people,
      height: 8,
      sums: Object.fromEntries(rows.map(({ asset, sum }) => [asset, sum])),
    });
    const known = { entries: await entries(), anchors: [await anchorNow()] };
    for (let userId = 1; userId <= people; userId += 1) {
      const { verdict, failedElsewhere } = await judged(userId, undefined, known);
      expect([userId, verdict, failedElsewhere]).toEqual([userId, 'counted', []]);
    }
    // Nobody's place says who he is or when he came.
    const { rows: places } = await sql<{
      place: number;
    }>`select first_place as place from liability_person order by user_id`.execute(database.db);
    expect(places.map(({ place }) => place)).not.toEqual(places.map(({ place }) => place).sort((a, b) => a - b));
  });

  test('nobody there: a root over nothing; who comes later had no account yet, and is not called left out', async () => {
    clock.advance(3_600_000);
    await runJob();
    expect((await days()).days[0]?.published).toMatchObject({ persons: 0, sums: {}, reserves: {} });
    clock.advance(1000);
    await give(7, '5');
    expect(await judged(7)).toMatchObject({ verdict: 'noAccountYet', failed: [], failedElsewhere: [] });
  });

  test('what moves after the instant changes nothing, and who owns nothing any more is counted with nothing', async () => {
    await give(7, '5');
    await give(8, '5');
    await database.db.transaction().execute((tx) =>
      post(tx, {
        ...{ mode: 'real', kind: 'withdrawal', ref: 'test', idem: 'out', atMs: clock.now() },
        legs: [
          { account: { ownerId: 8, kind: 'coin', asset: 'USDT' }, amount: amount('-5') },
          { account: house('custody', 'USDT'), amount: amount('5') },
        ],
      }),
    );
    clock.advance(3_600_000);
    await runJob();
    await give(7, '1');
    expect((await proofOf(7)).accounts).toMatchObject([{ balance: '5', version: 1 }]);
    expect((await proofOf(8)).leaves.map(({ amounts }) => amounts)).toEqual([{}, {}]);
    for (const userId of [7, 8]) expect(await judged(userId)).toMatchObject({ verdict: 'counted', failedElsewhere: [] });
  });
});

describe('who notices', () => {
  beforeEach(async () => {
    await giveEach(20, (userId) => `${userId * 10}`);
    await give(7, '30', { kind: 'contract' });
    clock.advance(3_600_000);
  });

  test('a person left out of the whole tree', async () => {
    const forger = tamper(`update account set mode = 'demo' where owner_id = 7`);
    await forger;
    await runJob();
    await tamper(`update account set mode = 'real' where owner_id = 7`);
    expect(await judged(7)).toMatchObject({ verdict: 'notCounted', failed: ['counted'], failedElsewhere: ['counted'] });
    expect(await judged(8)).toMatchObject({ verdict: 'counted' });
  });

  test('one of his accounts left out, and a balance that is not his newest', async () => {
    await tamper(`update account set mode = 'demo' where owner_id = 7 and kind = 'contract'`);
    await runJob();
    await tamper(`update account set mode = 'real' where owner_id = 7`);
    expect(await judged(7)).toMatchObject({ verdict: 'wrong', failed: ['balances'], failedElsewhere: ['balances'] });

    clock.advance(dayMs - 7_200_000);
    await give(8, '100');
    clock.advance(7_200_000);
    await tamper(`update account set balance = 80, version = 1 where owner_id = 8`);
    await runJob();
    await tamper(`update account set balance = 180, version = 2 where owner_id = 8`);
    const older = await proofOf(8, '2026-11-24');
    const statement = await statementOf(8, older);
    expect(await judged(8, older, { statement })).toMatchObject({ failed: ['balances'], failedElsewhere: ['balances'] });
  });

  test('where money lies meanwhile: an account left out, and a balance that is not its newest', async () => {
    await move(7, 'coin', 'withdraw_hold', '20');
    await move(7, 'contract', 'margin', '10');
    clock.advance(120_000);
    await tamper(`update account set mode = 'demo' where owner_id = 7 and kind = 'margin'`);
    await runJob();
    await tamper(`update account set mode = 'real' where owner_id = 7`);
    expect(await judged(7)).toMatchObject({ verdict: 'wrong', failed: ['balances'], failedElsewhere: ['balances'] });
    const proof = await proofOf(7);
    const held = proof.accounts.find(({ kind }) => kind === 'withdraw_hold');
    const less = proof.accounts.map((one) => (one === held ? { ...one, balance: '19' } : one));
    expect((await judged(7, { ...proof, accounts: less })).failed).toEqual(expect.arrayContaining(['balances']));

    clock.advance(dayMs - 7_200_000);
    await move(8, 'coin', 'withdraw_hold', '1');
    await move(8, 'coin', 'withdraw_hold', '1');
    clock.advance(7_200_000);
    await tamper(`update account set balance = 1, version = 1 where owner_id = 8 and kind = 'withdraw_hold'`);
    await runJob();
    await tamper(`update account set balance = 2, version = 2 where owner_id = 8 and kind = 'withdraw_hold'`);
    const older = await proofOf(8, '2026-11-24');
    const statement = await statementOf(8, older);
    expect(await judged(8, older, { statement })).toMatchObject({ failed: ['balances'], failedElsewhere: ['balances'] });
  });

  test('two people who are given one leaf', async () => {
    await runJob();
    const [anna, ben] = [await proofOf(7), await proofOf(8)];
    // Ben's accounts are shown right, his leaves are Anna's.
    const given = { ...ben, leaves: anna.leaves };
    expect((await judged(8, given)).failed).toEqual(['leaf', 'path']);
    // Or all of it is hers.
    expect((await judged(8, { ...anna })).failed).toEqual(expect.arrayContaining(['leaf']));
    // One of his own leaves twice.
    const [one] = ben.leaves;
    const twice = { ...ben, leaves: [one, { ...one, part: 2 }] } as LiabilityProof;
    const noticed = await judged(8, twice);
    expect(noticed.failed).toEqual(expect.arrayContaining(['path']));
    expect(noticed.failedElsewhere).toEqual(expect.arrayContaining(['path']));
  });

  test('every figure, hash, side and length of a proof that is changed', async () => {
    await runJob();
    const proof = await proofOf(7);
    const changed: readonly (readonly [string, unknown])[] = variants(proof);
    expect(changed.length).toBeGreaterThan(50);
    for (const [where, variant] of changed) {
      const { verdict, failedElsewhere } = await judgedFast(7, variant as LiabilityProof);
      expect([where, verdict === 'counted', failedElsewhere.length === 0]).toEqual([where, false, false]);
    }

    async function judgedFast(userId: number, one: LiabilityProof) {
      known ??= { entries: await entries(), anchors: [await anchorNow()], statement: await statementOf(userId, proof) };
      const deps = { userId: String(userId), nowMs: clock.now(), knowsSignature: testSignatures.knowsSignature, ...known };
      const checks = await checkLiability(one, deps, nativeSha256);
      const file = { format: 'tessera-liability-1', user: String(userId), proof: one, ...known };
      const [other] = verifyFile(file, { ...nothingKnown, nowMs: clock.now() });
      return {
        verdict: liabilityVerdict(checks),
        failedElsewhere: (other?.checks ?? []).filter(({ state }) => state === 'failed'),
      };
    }
  });
  let known: Pick<LiabilityKnown, 'entries' | 'anchors' | 'statement'> | undefined;

  test('another root for the day, or another one for him than for others', async () => {
    await runJob();
    const all = await entries();
    const own = all.at(-1) as RecordEntry;
    const said = JSON.parse(own.body) as { readonly root: string; readonly persons: number };
    const withBody = (body: object): RecordEntry[] => [...all.slice(0, -1), { ...own, body: JSON.stringify(body) }];
    for (const body of [
      { ...said, root: 'ab'.repeat(32) },
      { ...said, persons: 19 },
      { ...said, sums: { USDT: '1' } },
    ])
      expect((await judged(7, undefined, { entries: withBody(body) })).failed).toEqual(['path']);
    // Taken before anybody had an account, as it says: then nobody could miss his leaf.
    const earlier = { takenAtMs: clock.now() - 2 * dayMs };
    const absent = { ...(await proofOf(7)), ...earlier, accounts: [], leaves: [] };
    expect(await judged(7, absent, { entries: withBody({ ...said, ...earlier }) })).toMatchObject({
      ...{ verdict: 'wrong', failed: ['published'], failedElsewhere: expect.arrayContaining(['published']) },
    });
    // Published twice; not at all, a day later; and under no root.
    const second = { ...own, seq: own.seq + 1 };
    expect((await judged(7, undefined, { entries: [...all, second] })).failed).toEqual(['published']);
    const late = { entries: all.slice(0, -1), nowMs: clock.now() + dayMs + 1 };
    expect((await judged(7, undefined, late)).failed).toEqual(['published']);
    expect((await judged(7, undefined, { anchors: [], nowMs: clock.now() + dayMs + 1 })).failed).toEqual(['anchored']);
    const anchor = await anchorNow();
    const forged = { ...anchor, logs: { ...anchor.logs, record: { seq: own.seq, hash: 'ab'.repeat(32) } } } as TickAnchor;
    expect((await judged(7, undefined, { anchors: [forged] })).failed).toEqual(['anchored']);
    const unsigned = { ...anchor, signed: { keyId: testSigningKey.id, signature: '00'.repeat(64) } };
    expect((await judged(7, undefined, { anchors: [unsigned] })).failed).toEqual(['anchored']);
  });

  test('the database: a tree that is not what was taken, and rows that the server writes or changes itself', async () => {
    const { db } = database;
    await tamper(`delete from lease where name = 'liabilities'`);
    // The leaves lose ten; the day's own sums do not.
    await expect(sql`select take_liabilities('2026-11-23', 1)`.execute(db)).rejects.toThrow(/one instant/);
    const signal = AbortSignal.abort();
    await runJob('first', signal);
    expect((await days()).days[0]?.state).toBe('counting');
    await expect(proofOf(7)).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' });
    await tamper(`update liability_account set balance = 1 where user_id = 7`);
    await expect(runJob('second')).rejects.toThrow(/not what was taken/);
    expect((await days()).days[0]?.state).toBe('counting');
    for (const table of ['liability_day', 'liability_account', 'liability_person', 'liability_node', 'liability_publication'])
      for (const statement of [`update ${table} set day = day`, `delete from ${table}`, `truncate ${table} cascade`])
        await expect(sql.raw(statement).execute(db)).rejects.toThrow(/permission denied/);
    for (const table of ['liability_day', 'liability_account', 'liability_person'])
      await expect(sql.raw(`insert into ${table} select * from ${table}`).execute(db)).rejects.toThrow(/permission denied/);
    await expect(database.owner.query(`update liability_day set persons = 1`)).rejects.toThrow();
    await expect(database.owner.query(`update liability_account set balance = 1`)).rejects.toThrow();
  });
});

describe('the calendar', () => {
  const states = async () => (await days()).days.map(({ day, state }) => `${day} ${state}`);

  test('one tree a day, however many processes and rounds there are', async () => {
    await giveEach(40, () => '5');
    clock.advance(3_600_000);
    await Promise.all(['a', 'b', 'c', 'd'].map((holder) => runJob(holder)));
    await runJob();
    clock.advance(dayMs / 2);
    await runJob();
    expect(await states()).toEqual(['2026-11-23 published']);
    expect((await entries()).filter(({ kind }) => kind === 'liabilities')).toHaveLength(1);
    // A clock that was set back.
    clock.advance(-dayMs);
    await runJob();
    expect(await states()).toEqual(['2026-11-23 published']);
  });

  test('a clock that jumps takes no day and calls none missed that the log has not come to', async () => {
    await give(7, '5');
    clock.advance(3_600_000);
    await runJob();
    const signal = new AbortController().signal;
    for (const jump of [1, 5, -3]) {
      clock.advance(jump * dayMs);
      await exchange().job.run(signal);
      clock.advance(-jump * dayMs);
    }
    expect(await states()).toEqual(['2026-11-23 published']);
    clock.advance(dayMs);
    await runJob();
    expect(await states()).toEqual(['2026-11-24 published', '2026-11-23 published']);
  });

  test('killed at any step: the next one goes on, and the root is the same', async () => {
    await giveEach(300, String);
    clock.advance(3_600_000);
    const roots = new Set<string | undefined>();
    // Ends after so many steps, holding the lease, as a process that is killed does.
    for (const steps of [0, 1, 2, 3]) {
      const ends = new AbortController();
      let left = steps;
      const signal = {
        get aborted() {
          left -= 1;
          if (left < 0) ends.abort();
          return ends.signal.aborted;
        },
      } as AbortSignal;
      await runJob(`killed ${steps}`, signal);
      expect(await states()).toEqual(['2026-11-23 counting']);
      await give(1000 + steps, '5');
    }
    await runJob('last');
    roots.add((await days()).days[0]?.published?.root);
    const { rows: whole } = await sql<{ hash: string }>`select hash from liability_node where level = 10`.execute(database.db);
    // Made anew from the leaves by a process that finds nothing but them.
    await tamper(`delete from liability_node; delete from liability_publication`);
    await runJob('anew');
    const { rows: again } = await sql<{ hash: string }>`select hash from liability_node where level = 10`.execute(database.db);
    expect([whole.length, again]).toEqual([1, whole]);
    expect((await days()).days[0]?.published?.persons).toBe(300);
  });

  test('three days away: what nobody took is published as missed, today is taken at once, and old days are forgotten but for their roots', async () => {
    await give(7, '5');
    clock.advance(3_600_000);
    await runJob();
    clock.advance(3 * dayMs + 1000);
    await runJob();
    expect(await states()).toEqual(['2026-11-26 published', '2026-11-25 missed', '2026-11-24 missed', '2026-11-23 published']);
    const missed = (await entries()).filter(({ body }) => body.includes('missed')).map(({ body }) => JSON.parse(body) as object);
    expect(missed).toEqual([
      { day: '2026-11-24', missed: true },
      { day: '2026-11-25', missed: true },
    ]);
    await expect(proofOf(7, '2026-11-25')).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' });

    clock.advance((liabilityProofDays - 4) * dayMs);
    await runJob();
    await expect(proofOf(7, '2026-11-23')).resolves.toMatchObject({ user: '7' });
    clock.advance(dayMs);
    await runJob();
    await expect(proofOf(7, '2026-11-23')).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' });
    const oldest = (await days({ before: '2026-11-24' })).days[0];
    expect(oldest).toMatchObject({ state: 'published', hasProofs: false, published: { sums: { USDT: '5' } } });
    for (const table of ['liability_account', 'liability_person', 'liability_node']) {
      const { rows } = await sql<{ day: string }>`select distinct day from ${sql.table(table)} order by day`.execute(database.db);
      expect(rows.map(({ day }) => day)).toEqual(['2026-11-26', '2026-12-06', '2026-12-07']);
    }
    expect(await days({ limit: 1 })).toMatchObject({ hasMore: true, days: [{ day: '2026-12-07' }] });
  });
});

/** Every figure and text of a proof, each changed by the least; a list shorter by one. Of accounts without a statement nobody sees the number. */
function variants(value: unknown, path = ''): (readonly [string, unknown])[] {
  if (typeof value === 'number') return [[path, value + 1]];
  if (typeof value === 'string') {
    const digit = value.at(-1) ?? '';
    const other = digit === '1' ? '2' : '1';
    return [[path, `${value.slice(0, -1)}${other}`]];
  }
  if (Array.isArray(value))
    return [
      ...(value.length === 0 ? [] : [[`${path}.pop`, value.slice(0, -1)] as const]),
      ...value.flatMap((one, index) =>
        variants(one, `${path}[${index}]`).map(
          ([at, changed]) => [at, value.map((item, i) => (i === index ? changed : item))] as const,
        ),
      ),
    ];
  return Object.entries(value as object).flatMap(([key, one]) =>
    variants(one, `${path}.${key}`).map(([at, changed]) => [at, { ...(value as object), [key]: changed }] as const),
  );
}
