import { expect, test } from '@jest/globals';
import { untilStopped } from './untilStopped';

const never = new Promise<never>(() => undefined);

test('work that ends in time: its end, good or bad', async () => {
  const { signal } = new AbortController();
  await untilStopped(Promise.resolve(), signal);
  await expect(untilStopped(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
});

test('work that never ends: left when we are to stop, or were before', async () => {
  const stopping = new AbortController();
  const running = untilStopped(never, stopping.signal);
  stopping.abort();
  await running;
  await untilStopped(never, stopping.signal, 1);
});

test('work that ends after we are told to stop, within its grace: waited for', async () => {
  const stopping = new AbortController();
  let end = () => undefined as void;
  const done: string[] = [];
  const work = new Promise<void>((resolve) => (end = resolve)).then(() => void done.push('work'));
  const running = untilStopped(work, stopping.signal, 60_000).then(() => done.push('stop'));
  stopping.abort();
  setImmediate(end);
  await running;
  expect(done).toEqual(['work', 'stop']);
});
