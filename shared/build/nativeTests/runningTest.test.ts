import { expect, test } from '@jest/globals';
import asyncHooks from 'node:async_hooks';
import { withRunningTest } from './runningTest.cjs';

const { AsyncLocalStorage } = asyncHooks;
const storage = () => withRunningTest(() => new asyncHooks.AsyncLocalStorage<string>());

test('what runs is known until it has ended, whatever is waited for in it, and then what ran around it', async () => {
  const running = storage();
  const seen: (string | undefined)[] = [];
  await running.run('test', async () => {
    await Promise.resolve();
    await running.run('hook', async () => {
      await Promise.resolve();
      seen.push(running.getStore());
    });
    seen.push(running.getStore());
  });
  seen.push(running.getStore());
  expect(seen).toEqual(['hook', 'test', undefined]);
});

test('an error ends it as well, and reaches who waits', async () => {
  const running = storage();
  await expect(running.run('test', () => Promise.reject(new Error('told')))).rejects.toThrow('told');
  expect(running.getStore()).toBeUndefined();
});

test("everybody else has Node's own storage", () => {
  expect(storage()).not.toBeInstanceOf(AsyncLocalStorage);
  expect(asyncHooks.AsyncLocalStorage).toBe(AsyncLocalStorage);
  expect(() => withRunningTest(() => JSON.parse('{'))).toThrow();
  expect(asyncHooks.AsyncLocalStorage).toBe(AsyncLocalStorage);
});
