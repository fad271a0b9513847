import { expect, test } from '@jest/globals';
import { AppError } from '@tessera/shared/errors';
import { createGroupCommit, heldElsewhere } from './groupCommit';

interface Asked {
  readonly name: string;
  readonly claim?: string;
}

/** Batches as they were run; each run waits until it is let go. */
function aGroup(
  answer: (asked: Asked, batch: readonly Asked[]) => string | AppError | typeof heldElsewhere,
  maxInBatch = 64,
  batchesInFlight = 1,
) {
  const batches: string[][] = [];
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const submit = createGroupCommit<Asked, string>({
    run: async (calls) => {
      batches.push(calls.map((call) => call.name));
      if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
      return calls.map((call) => answer(call, calls));
    },
    claims: ({ claim }) => (claim === undefined ? [] : [claim]),
    maxInBatch,
    heldPausesMs: [1, 1],
    batchesInFlight,
  });
  return {
    submit,
    batches,
    hold: () => (isHeld = true),
    letGo() {
      isHeld = false;
      for (const go of waiting.splice(0)) go();
    },
  };
}
const named = (name: string): Asked => ({ name });

test('calls of one turn go together, a later one alone', async () => {
  const group = aGroup((asked) => `done ${asked.name}`);
  expect(await Promise.all(['a', 'b', 'c'].map((name) => group.submit(named(name))))).toEqual(['done a', 'done b', 'done c']);
  expect(await group.submit(named('d'))).toBe('done d');
  expect(group.batches).toEqual([['a', 'b', 'c'], ['d']]);
});

test('what arrives during a commit waits and shares the next one, within the limit', async () => {
  const group = aGroup((asked) => asked.name, 2);
  group.hold();
  const first = group.submit(named('a'));
  await Promise.resolve();
  const rest = ['b', 'c', 'd'].map((name) => group.submit(named(name)));
  group.letGo();
  await Promise.all([first, ...rest]);
  expect(group.batches).toEqual([['a'], ['b', 'c'], ['d']]);
});

test('calls with a common claim are never in one batch, and keep their order', async () => {
  const group = aGroup((asked) => asked.name);
  await Promise.all([
    group.submit({ name: 'a', claim: 'x' }),
    group.submit({ name: 'b', claim: 'x' }),
    group.submit({ name: 'c' }),
    group.submit({ name: 'd', claim: 'x' }),
  ]);
  expect(group.batches).toEqual([['a', 'c'], ['b'], ['d']]);
});

test("a refusal is one caller's own", async () => {
  const group = aGroup((asked) => (asked.name === 'b' ? new AppError('ORDER_NOT_FOUND') : asked.name));
  const answers = await Promise.allSettled(['a', 'b', 'c'].map((name) => group.submit(named(name))));
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : (answer.reason as AppError).code))).toEqual([
    'a',
    'ORDER_NOT_FOUND',
    'c',
  ]);
});

test('a batch that fails as a whole is worked one by one: only the one at fault fails', async () => {
  const group = aGroup((asked, batch) => {
    if (batch.some(({ name }) => name === 'bad')) throw new Error('bad');
    return asked.name;
  });
  const answers = await Promise.allSettled(['a', 'bad', 'c'].map((name) => group.submit(named(name))));
  expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(group.batches).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']]);
});

test('a call that is held elsewhere comes back alone; the others of its batch are answered and do not wait', async () => {
  let isHeldElsewhere = true;
  const group = aGroup((asked) => (asked.name === 'b' && isHeldElsewhere ? heldElsewhere : asked.name));
  const held = group.submit(named('b'));
  expect(await Promise.all(['a', 'c'].map((name) => group.submit(named(name))))).toEqual(['a', 'c']);
  isHeldElsewhere = false;
  expect(await group.submit(named('d'))).toBe('d');
  expect(await held).toBe('b');
  expect(group.batches.slice(0, 2)).toEqual([['b', 'a', 'c'], ['d']]);
});

test('held for longer than it may wait: refused, and may be repeated', async () => {
  const group = aGroup(() => heldElsewhere);
  await expect(group.submit(named('a'))).rejects.toMatchObject({ code: 'PLEASE_RETRY', isRetryable: true });
  expect(group.batches).toEqual([['a'], ['a'], ['a']]);
});
