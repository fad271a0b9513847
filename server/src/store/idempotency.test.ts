import { describe, expect, test } from '@jest/globals';
import { AppError, InvariantError } from '@tessera/shared/errors';
import { useTestDatabase } from '../../test/testDatabase';
import { acceptInTime } from '../execution/acceptInOrder';
import { createTestClock } from '../platform/Clock';
import { heldElsewhere } from './groupCommit';
import { canonicalJson, forgetOldRequests, isTransient, once, onceMany, retryAmbiguous } from './idempotency';

const database = useTestDatabase();
let serial = 0;
const aCall = (over: Partial<Parameters<typeof once>[1]> = {}) => ({
  userId: 5,
  call: 'transfer',
  key: `k${(serial += 1)}`,
  request: { amount: '3', to: 'x' },
  nowMs: 1_000,
  ...over,
});

describe('once', () => {
  test('the same key twenty times at once: the work runs once, everybody gets its answer', async () => {
    const call = aCall();
    let runs = 0;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => once(database.db, call, async () => ({ run: (runs += 1) }))),
    );
    expect(runs).toBe(1);
    expect(answers.map((answer) => answer.response)).toEqual(Array.from({ length: 20 }, () => ({ run: 1 })));
    expect(answers.filter((answer) => !answer.isReplay)).toHaveLength(1);
  });

  test('the same content written in another order is the same request', async () => {
    const call = aCall();
    await once(database.db, call, async () => 'first');
    expect(await once(database.db, { ...call, request: { to: 'x', amount: '3' } }, async () => 'second')).toEqual({
      response: 'first',
      isReplay: true,
    });
  });

  test('the key with other content: refused', async () => {
    const call = aCall();
    await once(database.db, call, async () => 'first');
    await expect(once(database.db, { ...call, request: { amount: '4', to: 'x' } }, async () => 'second')).rejects.toMatchObject({
      code: 'REQUEST_ILLEGAL',
    });
  });

  test.each([
    ['another person', { userId: 6 }],
    ['another call', { call: 'withdraw' }],
  ])('the equal key of %s is another request', async (_, over) => {
    const call = aCall();
    await once(database.db, call, async () => 'one');
    expect((await once(database.db, { ...call, ...over }, async () => 'other')).response).toBe('other');
  });

  test('the work refuses: nothing is remembered, the key may try again', async () => {
    const call = aCall();
    await expect(
      once(database.db, call, async () => Promise.reject(new AppError('WALLET_BALANCE_INSUFFICIENT'))),
    ).rejects.toMatchObject({ code: 'WALLET_BALANCE_INSUFFICIENT' });
    expect((await once(database.db, call, async () => 'now')).isReplay).toBe(false);
  });

  test('an earlier sending is still worked after four seconds: asked to try again, for what becomes of it is open', async () => {
    const call = aCall();
    let done = (): void => undefined;
    const held = new Promise<void>((resolve) => (done = resolve));
    let begun = (): void => undefined;
    const isWorked = new Promise<void>((resolve) => (begun = resolve));
    const clock = createTestClock(call.nowMs);
    const first = once(database.db, call, async () => {
      begun();
      await held;
      return 'first';
    });
    await isWorked;
    // As an order is accepted: of its own rows a wait that long would be too late.
    await expect(acceptInTime(clock, call.nowMs, () => once(database.db, call, async () => 'second'))).rejects.toMatchObject({
      code: 'PLEASE_RETRY',
      isRetryable: true,
    });
    done();
    await first;
  });

  test('no key: a programming error', async () => {
    await expect(once(database.db, aCall({ key: undefined }), async () => 1)).rejects.toBeInstanceOf(InvariantError);
  });

  test('answers are forgotten after thirty days, not before', async () => {
    const call = aCall({ nowMs: 1_000 });
    await once(database.db, call, async () => 'first');
    await forgetOldRequests(database.db, 1_000 + 30 * 86_400_000);
    expect((await once(database.db, call, async () => 'second')).response).toBe('first');
    await forgetOldRequests(database.db, 1_001 + 30 * 86_400_000);
    expect((await once(database.db, call, async () => 'third')).response).toBe('third');
  });
});

describe('repeating', () => {
  test.each([
    [Object.assign(new Error('deadlock'), { code: '40P01' }), true],
    [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), true],
    [new Error('Connection terminated unexpectedly'), true],
    // As the socket of another realm throws it.
    [{ message: 'read ECONNRESET', code: 'ECONNRESET' }, true],
    [Object.assign(new Error('duplicate'), { code: '23505' }), false],
    [new AppError('WALLET_BALANCE_INSUFFICIENT'), false],
  ])('%s: worth repeating is %s', (error, expected) => {
    expect(isTransient(error)).toBe(expected);
  });

  test('a passing fault: repeated until it works', async () => {
    let tries = 0;
    const work = async () => {
      tries += 1;
      if (tries < 3) throw Object.assign(new Error('deadlock'), { code: '40P01' });
      return tries;
    };
    expect(await retryAmbiguous(work)).toBe(3);
  });
});

test('canonical text does not depend on the order of keys, at any depth, but on the order of lists', () => {
  expect(canonicalJson({ b: { d: 1, c: [2, 1] }, a: null })).toBe(canonicalJson({ a: null, b: { c: [2, 1], d: 1 } }));
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
});

describe('onceMany', () => {
  test('new, repeated, changed and refused calls in one batch: each gets its own answer', async () => {
    const [earlier, changed, refused, fresh] = [aCall(), aCall(), aCall(), aCall()];
    await once(database.db, earlier, async () => 'earlier');
    await once(database.db, changed, async () => 'before');
    const calls = [refused, { ...changed, request: { amount: '4' } }, fresh, earlier];
    const worked: unknown[] = [];
    const answers = await onceMany(database.db, calls, async (_, given) => {
      worked.push(...given);
      return given.map((call) => (call === refused ? new AppError('WALLET_BALANCE_INSUFFICIENT') : 'fresh'));
    });
    expect(answers).toMatchObject([{ code: 'WALLET_BALANCE_INSUFFICIENT' }, { code: 'REQUEST_ILLEGAL' }, 'fresh', 'earlier']);
    expect(new Set(worked)).toEqual(new Set([refused, fresh]));
    // The refused one may try again, the fresh one is a replay from now on.
    expect(await onceMany(database.db, [refused, fresh], async (_, given) => given.map(() => 'again'))).toEqual([
      'again',
      'fresh',
    ]);
  });

  test('two batches with the same keys at once: each key is worked once, what the other has is told at once', async () => {
    const calls = Array.from({ length: 12 }, () => aCall());
    const worked: unknown[] = [];
    const batch = (order: typeof calls) =>
      onceMany(database.db, order, async (_, given) => {
        worked.push(...given);
        return given.map((call) => `run ${call.key}`);
      });
    const answers = await Promise.all([batch(calls), batch([...calls].reverse())]);
    expect(new Set(worked).size).toBe(worked.length);
    for (const answer of answers.flat()) if (answer !== heldElsewhere) expect(answer).toMatch(/^run k/);
    // Afterwards nothing is held, and every key has the one answer.
    expect(await batch(calls)).toEqual(calls.map(({ key }) => `run ${key}`));
    expect(worked).toHaveLength(12);
  });

  test('a key that another batch works at this moment: told at once, the others are worked', async () => {
    const [held, other] = [aCall(), aCall({ userId: 6 })];
    await onceMany(database.db, [held], async () => {
      expect(await onceMany(database.db, [held, other], async (_, given) => given.map(() => 'second'))).toEqual([
        heldElsewhere,
        'second',
      ]);
      return ['first'];
    });
    expect(await onceMany(database.db, [held], async () => ['third'])).toEqual(['first']);
  });
});
