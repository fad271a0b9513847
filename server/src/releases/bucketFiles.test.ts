/** What releaseSites.test.ts cannot show without waiting: a store that takes what it is asked and never answers. */
import { expect, test } from '@jest/globals';
import { createBucketFiles } from './bucketFiles';

const limitMs = 20;

test('a store that does not answer: the pointer that was read last is served, also one that came too late for who asked', async () => {
  const answers: ((bytes: Uint8Array) => void)[] = [];
  const files = createBucketFiles({ read: () => new Promise((resolve) => answers.push(resolve)) }, limitMs);
  const ask = async () => Buffer.from((await files.pointer('prod.json'))?.bytes ?? []).toString();

  const first = ask();
  answers[0]?.(Buffer.from('first'));
  expect(await first).toBe('first');
  expect(await ask()).toBe('first');
  answers[1]?.(Buffer.from('second'));
  await new Promise(setImmediate);
  expect(await ask()).toBe('second');
});
