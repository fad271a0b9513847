/** A review is decided by others than who asked, by as many as its rule says, and is executed once. */
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { AppError } from '@tessera/shared/errors';
import { amount } from '@tessera/shared/money';
import { anOperator, type TestOperator } from '../../test/anOperator';
import { useTestDatabase } from '../../test/testDatabase';
import { createTestClock } from '../platform/Clock';
import { createLog } from '../platform/log';
import { createRandom } from '../platform/random';
import { brokenAuditRow } from '../ops/audit';
import { createReviews, type NewReview, type Reviews } from './Reviews';
import type { ReviewKind } from './ReviewKind';

const database = useTestDatabase();
const clock = createTestClock(Date.UTC(2026, 2, 1, 12));
const personId = 10_000_041;
/** What was done, by the kinds of this file. */
let done: string[];
/** Thrown by apply while it is set. */
let refusal: Error | undefined;
let reviews: Reviews;
let ann: TestOperator;
let ben: TestOperator;
let cleo: TestOperator;

/** Its effect is a row of the same transaction: a message. */
const payout: ReviewKind = {
  kind: 'test_payout',
  role: 'treasury',
  async apply(tx, review, verdict) {
    await tx
      .insertInto('userMessage')
      .values({
        userId: review.userId,
        kind: 'welcome',
        category: 'news',
        params: JSON.stringify({ ref: review.ref }),
        atMs: review.nowMs,
      })
      .execute();
    if (refusal !== undefined) throw refusal;
    done.push(`${review.ref} ${verdict.approved ? 'approved' : `rejected: ${verdict.reason} ${verdict.fields.join(',')}`}`);
  },
  expire: async (_, review) => void done.push(`${review.ref} expired`),
  reverse: async (_, review, reason) => void done.push(`${review.ref} reversed: ${reason}`),
};
const paper: ReviewKind = { kind: 'test_paper', role: 'identity', apply: async (_, review) => void done.push(review.ref) };

beforeAll(async () => {
  await database.owner.query(
    `insert into review_kind values ('test_payout', 'treasury'), ('test_paper', 'identity');
     insert into review_rule values ('test_payout', 0, 1), ('test_payout', 1000, 2), ('test_paper', 0, 1);
     insert into app_user (id, email, country, password_hash, invitation_code, created_at_ms) values (${personId}, 'pat@example.org', 'CH', 'x', 'PAT41', 1)`,
  );
  [ann, ben, cleo] = await Promise.all([
    anOperator(database, ['treasury'], { nowMs: clock.now() }),
    anOperator(database, ['treasury', 'identity'], { nowMs: clock.now() }),
    anOperator(database, ['support'], { nowMs: clock.now() }),
  ]);
  reviews = createReviews({
    db: database.staff.db,
    clock,
    random: createRandom(),
    log: createLog({ logLevel: 'silent' }),
    kinds: [payout, paper],
    wakeOutbox: () => undefined,
  });
});
beforeEach(() => {
  done = [];
  refusal = undefined;
});

const open = (more: Partial<NewReview> = {}) =>
  database.db.transaction().execute((tx) =>
    reviews.open(tx, {
      kind: 'test_payout',
      ref: `payout:${randomUUID()}`,
      userId: personId,
      terms: { to: 'an address', fee: '0.5' },
      amount: amount('20'),
      asset: 'USDT',
      nowMs: clock.now(),
      ...more,
    }),
  );
const read = async (id: string) => (await reviews.get(id, ben)).review;
const decide = async (id: string, operator: TestOperator, verdict: 'approved' | 'rejected' = 'approved', reason = 'unclear') =>
  reviews.decide({
    reviewId: id,
    operator,
    verdict,
    reason: verdict === 'rejected' ? reason : undefined,
    fields: verdict === 'rejected' ? ['number'] : undefined,
    termsHash: (await read(id)).termsHash,
  });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code,
  );
const effects = async (ref: string) =>
  (await database.db.selectFrom('userMessage').select('params').execute()).filter(({ params }) => params['ref'] === ref).length;

describe('a decision', () => {
  test('approves: the kind’s act and the decision are one transaction, and a second call answers with the first result', async () => {
    const id = await open({ ref: 'payout:one' });
    const outcome = { state: 'approved', approvals: 1, approvalsNeeded: 1 };
    expect(await decide(id, ann)).toEqual(outcome);
    expect(await decide(id, ann)).toEqual(outcome);
    expect(await decide(id, ben, 'rejected')).toEqual(outcome);
    expect(done).toEqual(['payout:one approved']);
    expect((await reviews.get(id, ben)).decisions).toMatchObject([{ operator: ann.name, verdict: 'approved' }]);
  });

  test('rejects with words for the person and what to do again; without words it is refused', async () => {
    const id = await open({ ref: 'payout:two' });
    expect(await codeOf(decide(id, ann, 'rejected', ' '))).toBe('PARAMETER_MISSING');
    expect(await decide(id, ann, 'rejected', 'too blurred')).toMatchObject({ state: 'rejected' });
    expect(await decide(id, ben)).toMatchObject({ state: 'rejected', approvals: 0 });
    expect(done).toEqual(['payout:two rejected: too blurred number']);
  });

  test('above the limit two operators approve: one of them twice is one', async () => {
    const id = await open({ ref: 'payout:big', amount: amount('1000') });
    expect(await decide(id, ann)).toEqual({ state: 'pending', approvals: 1, approvalsNeeded: 2 });
    expect(await decide(id, ann)).toEqual({ state: 'pending', approvals: 1, approvalsNeeded: 2 });
    expect(done).toEqual([]);
    expect(await decide(id, ben)).toMatchObject({ state: 'approved', approvals: 2 });
    expect(done).toEqual(['payout:big approved']);
  });

  test('an approval counts while who gave it may act: not of one who is disabled, nor once he is back, until he agrees anew', async () => {
    const id = await open({ ref: 'payout:stolen', amount: amount('1000') });
    const [dan, eve, risk] = await Promise.all([
      anOperator(database, ['treasury'], { nowMs: clock.now() }),
      anOperator(database, ['treasury'], { nowMs: clock.now() }),
      anOperator(database, ['risk'], { nowMs: clock.now() }),
    ]);
    expect(await decide(id, dan)).toMatchObject({ state: 'pending', approvals: 1 });
    await database.owner.query('update operator set disabled_at_ms = $1 where id = $2', [clock.now(), dan.id]);
    expect((await read(id)).approvedBy).toEqual([]);
    expect(await decide(id, eve)).toEqual({ state: 'pending', approvals: 1, approvalsNeeded: 2 });
    await database.owner.query(`select enable_operator($1, $2, 'came back', $3)`, [risk.sessionHash, dan.name, clock.now()]);
    expect((await read(id)).approvedBy).toEqual([eve.name]);
    expect(done).toEqual([]);
    clock.advance(1000);
    const back = await anOperator(database, ['treasury'], { nowMs: clock.now(), name: dan.name });
    expect(await decide(id, back)).toEqual({ state: 'approved', approvals: 2, approvalsNeeded: 2 });
    expect(done).toEqual(['payout:stolen approved']);
    expect((await read(id)).approvedBy.toSorted()).toEqual([dan.name, eve.name].toSorted());
  });

  test('thirty at once, by two operators: one effect', async () => {
    const id = await open({ ref: 'payout:race', amount: amount('5000') });
    const outcomes = await Promise.all(Array.from({ length: 30 }, (_, at) => decide(id, at % 2 === 0 ? ann : ben)));
    expect(outcomes.filter(({ state }) => state === 'pending').length).toBeLessThan(30);
    expect(await decide(id, ann)).toMatchObject({ state: 'approved', approvals: 2 });
    expect([done, await effects('payout:race')]).toEqual([['payout:race approved'], 1]);
    expect(await brokenAuditRow(database.db)).toBeUndefined();
  });

  test('the world moved: refused in the kind’s words, and neither verdict nor effect is there; later it may be decided', async () => {
    const id = await open({ ref: 'payout:moved' });
    refusal = new AppError('WALLET_BALANCE_INSUFFICIENT');
    expect(await codeOf(decide(id, ann))).toBe('WALLET_BALANCE_INSUFFICIENT');
    expect((await reviews.get(id, ben)).decisions).toEqual([]);
    expect([(await read(id)).state, await effects('payout:moved')]).toEqual(['pending', 0]);
    refusal = undefined;
    expect(await decide(id, ann)).toMatchObject({ state: 'approved' });
    expect(await effects('payout:moved')).toBe(1);
  });

  test('the process dies between verdict and effect, its connection with it: neither is there', async () => {
    const id = await open({ ref: 'payout:killed' });
    const dying: ReviewKind = {
      ...payout,
      async apply(tx, review, verdict) {
        await database.owner.query(
          `select pg_terminate_backend(pid) from pg_locks l where l.locktype = 'advisory' and l.objid = 7353554 and l.granted
           and l.database = (select oid from pg_database where datname = current_database())`,
        );
        await payout.apply(tx, review, verdict);
      },
    };
    const process = createReviews({
      db: database.staff.db,
      clock,
      random: createRandom(),
      log: createLog({ logLevel: 'silent' }),
      kinds: [dying],
      wakeOutbox: () => undefined,
    });
    const { termsHash } = await read(id);
    await expect(process.decide({ reviewId: id, operator: ann, verdict: 'approved', termsHash })).rejects.toThrow();
    expect([(await read(id)).state, (await reviews.get(id, ben)).decisions, await effects('payout:killed')]).toEqual([
      'pending',
      [],
      0,
    ]);
    await decide(id, ann);
    expect(await effects('payout:killed')).toBe(1);
  });

  test('for the same one review waits at a time', async () => {
    const ref = 'payout:waits';
    const id = await open({ ref });
    expect(await codeOf(open({ ref }))).toBe('23505');
    await decide(id, ann);
    expect(await codeOf(open({ ref }))).toBe('done');
  });
});

describe('who decides', () => {
  test('not without the role, not after the session, not who is disabled', async () => {
    const id = await open();
    expect(await codeOf(decide(id, cleo))).toBe('REQUEST_UNAUTHORIZED');
    expect(await codeOf(decide(id, { ...ann, sessionHash: 'no session' }))).toBe('AUTH_SESSION_ENDED');
    const dan = await anOperator(database, ['treasury'], { nowMs: clock.now() });
    await database.owner.query('update operator set disabled_at_ms = 1 where id = $1', [dan.id]);
    expect(await codeOf(decide(id, dan))).toBe('AUTH_SESSION_ENDED');
    expect((await read(id)).state).toBe('pending');
    await decide(id, ann);
    expect(await codeOf(decide(id, cleo))).toBe('REQUEST_UNAUTHORIZED');
  });

  test('not the operator who asks, nor for his own account', async () => {
    expect(await codeOf(decide(await open({ askedBy: ann.id }), ann))).toBe('REVIEW_OWN');
    const pat = await anOperator(database, ['treasury'], { nowMs: clock.now(), userId: personId });
    expect(await codeOf(decide(await open(), pat))).toBe('REVIEW_OWN');
    expect(done).toEqual([]);
  });

  test('what is not his is not there for him', async () => {
    const id = await open({ kind: 'test_paper', ref: 'paper:1' });
    expect(await codeOf(reviews.get(id, ann))).toBe('DATA_NOT_FOUND');
    const listed = async (roles: TestOperator['roles']) =>
      (await reviews.list({ roles, state: 'pending', limit: 100 })).map(({ publicId }) => publicId);
    expect(await listed(ann.roles)).not.toContain(id);
    expect(await listed(['identity'])).toEqual([id]);
    expect(await listed(['support'])).toEqual([]);
  });
});

describe('time and way back', () => {
  test('nobody decided in time: the job ends it once, with a row of its own, and no verdict is taken any more', async () => {
    const id = await open({ ref: 'payout:late', expiresAtMs: clock.now() + 1000 });
    const early = await open({ ref: 'payout:early', expiresAtMs: clock.now() + 5000 });
    await reviews.expireDue();
    clock.advance(1000);
    await Promise.all([reviews.expireDue(), reviews.expireDue()]);
    expect(done).toEqual(['payout:late expired']);
    expect([(await read(id)).state, (await read(early)).state]).toEqual(['expired', 'pending']);
    expect(await decide(id, ann)).toMatchObject({ state: 'expired' });
    clock.advance(4000);
    // Before the job comes by.
    expect(await decide(early, ann)).toMatchObject({ state: 'expired', approvals: 0 });
    expect(done).toEqual(['payout:late expired', 'payout:early expired']);
  });

  test('a wrong approval is taken back by another operator, once; where no way back is known, it stands', async () => {
    const id = await open({ ref: 'payout:wrong' });
    const reverse = (operator: TestOperator, reviewId = id) => reviews.reverse({ reviewId, operator, reason: 'wrong address' });
    expect(await codeOf(reverse(ben))).toBe('STATUS_ABNORMAL');
    await decide(id, ann);
    expect(await codeOf(reverse(ann))).toBe('REVIEW_OWN');
    expect(await codeOf(reverse(cleo))).toBe('REQUEST_UNAUTHORIZED');
    expect(await Promise.all([reverse(ben), reverse(ben)])).toMatchObject([{ state: 'reversed' }, { state: 'reversed' }]);
    expect(done).toEqual(['payout:wrong approved', 'payout:wrong reversed: wrong address']);
    const paperId = await open({ kind: 'test_paper', ref: 'paper:2' });
    await decide(paperId, ben);
    expect([await reviews.get(id, ben), await reviews.get(paperId, ben)]).toMatchObject([
      { isReversible: true },
      { isReversible: false },
    ]);
    expect(await codeOf(reverse(ben, paperId))).toBe('FEATURE_UNAVAILABLE');
  });
});

describe('what is frozen', () => {
  test('terms that somebody changed are not executed, nor those that the operator did not see', async () => {
    const id = await open();
    const { termsHash } = await read(id);
    expect(
      await codeOf(reviews.decide({ reviewId: id, operator: ann, verdict: 'approved', termsHash: termsHash.replace(/./, 'x') })),
    ).toBe('REVIEW_CHANGED');
    for (const change of [`terms = '{"to": "another address", "fee": "0.5"}'`, 'amount = 21', 'user_id = user_id + 1'])
      expect([change, await codeOf(database.owner.query(`update review set ${change} where public_id = $1`, [id]))]).toEqual([
        change,
        'R0003',
      ]);
    await database.owner.query(
      `set session_replication_role = replica; update review set amount = 2000 where public_id = '${id}'; set session_replication_role = default`,
    );
    expect(await codeOf(decide(id, ann))).toBe('REVIEW_CHANGED');
    expect(done).toEqual([]);
  });

  test.each([
    `update review set state = 'approved', ended_at_ms = 1`,
    `update review set state = 'expired', ended_at_ms = 1`,
    `insert into review_expiry select id, 1 from review where state = 'pending'`,
  ])('the server cannot go past what was decided: %s', async (statement) => {
    await open({ ref: `payout:${statement.slice(0, 40)}` });
    expect(await codeOf(database.database.pool.query(statement))).toBe('R0002');
  });

  test.each([
    'update review set terms_hash = terms_hash',
    'delete from review',
    `insert into review_decision select id, 1, 'approved', '', '[]', terms_hash, 1 from review`,
    'update review_decision set at_ms = 1',
    'delete from review_decision',
    `insert into review_reversal select id, 1, 'x', 1 from review`,
    'update review_rule set approvals = 1',
    'update review_kind set role = role',
    'select token_hash from operator_session',
    `insert into operator_session (operator_id) values (1)`,
  ])('the server may not: %s', async (statement) => {
    expect(await codeOf(database.database.pool.query(statement))).toBe('42501');
  });

  test('a rule for the amount has to stand there, and a lower number is not the opener’s to say', async () => {
    await database.owner.query(`insert into review_kind values ('test_none', 'risk')`);
    const insert = (kind: string, approvals: number) =>
      database.database.pool.query(
        `insert into review (public_id, kind, ref, user_id, terms, terms_hash, amount, asset, approvals, opened_at_ms)
         values ($1, $2, 'x:1', ${personId}, '{}', repeat('a', 64), 4000, 'USDT', $3, 1) returning approvals`,
        [randomUUID().slice(0, 24), kind, approvals],
      );
    expect(await codeOf(insert('test_none', 1))).toBe('R0001');
    expect((await insert('test_payout', 1)).rows).toEqual([{ approvals: 2 }]);
  });
});
