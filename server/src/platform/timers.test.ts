import { expect, test } from '@jest/globals';
import { repeat, sleep, withLimit } from './timers';

test('a round fails: it is told, and the next round comes', async () => {
  const told: unknown[] = [];
  let rounds = 0;
  const repeating = repeat(
    1,
    async () => {
      rounds += 1;
      if (rounds === 1) throw new Error('first');
    },
    (error) => told.push(error),
  );
  while (rounds < 3) await sleep(1);
  await repeating.stop();
  expect(told).toEqual([new Error('first')]);
});

test('woken in a long pause: the next round starts now', async () => {
  let rounds = 0;
  const repeating = repeat(
    3_600_000,
    async () => void (rounds += 1),
    () => undefined,
  );
  while (rounds < 1) await sleep(1);
  repeating.wake();
  while (rounds < 2) await sleep(1);
  await repeating.stop();
  expect(rounds).toBe(2);
});

test('woken while a round runs: another round follows at once', async () => {
  let rounds = 0;
  let finish: () => void = () => undefined;
  const repeating = repeat(
    3_600_000,
    async () => {
      rounds += 1;
      if (rounds === 1) await new Promise<void>((resolve) => (finish = resolve));
    },
    () => undefined,
  );
  repeating.wake();
  finish();
  while (rounds < 2) await sleep(1);
  await repeating.stop();
  expect(rounds).toBe(2);
});

test('stop waits for the running round', async () => {
  let isDone = false;
  const repeating = repeat(
    1,
    async () => {
      await sleep(30);
      isDone = true;
    },
    () => undefined,
  );
  await sleep(5);
  await repeating.stop();
  expect(isDone).toBe(true);
});

test('work that is late: refused with the given error', async () => {
  await expect(withLimit(sleep(60_000, AbortSignal.timeout(200)), 5, () => new Error('late'))).rejects.toThrow('late');
});
