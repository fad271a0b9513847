/** What a file of tests may leave behind: the next one in its worker meets nothing of it. */
import { expect, jest, test } from '@jest/globals';
import NativeEnvironment from './NativeEnvironment.cjs';

const environment = () => new NativeEnvironment({ projectConfig: { fakeTimers: {} } });

test('variables that were set, changed or taken away are as before', async () => {
  process.env['KEPT'] = process.env['TAKEN'] = 'before';
  const first = environment();
  await first.setup();
  process.env['SET'] = process.env['KEPT'] = 'by the first';
  delete process.env['TAKEN'];
  await first.teardown();
  expect([process.env['SET'], process.env['KEPT'], process.env['TAKEN']]).toEqual([undefined, 'before', 'before']);
});

test('a clock that was stopped runs, a method that was watched is its own, the console is real', async () => {
  const [real, { console: realConsole }] = [Date.now, globalThis];
  const first = environment();
  await first.setup();
  first.moduleMocker.spyOn(Date, 'now').mockReturnValue(7);
  expect(Date.now()).toBe(7);
  first.moduleMocker.restoreAllMocks();
  first.fakeTimersModern.useFakeTimers();
  first.moduleMocker.spyOn(Math, 'random').mockReturnValue(7);
  globalThis.console = Object.create(realConsole) as Console;
  await first.teardown();
  expect([Date.now, globalThis.console, Math.random() < 1]).toEqual([real, realConsole, true]);
});

test('a worker ends by its own exit, however many files have run', async () => {
  const real = process.exit;
  const first = environment();
  process.exit = jest.fn<typeof process.exit>();
  await first.setup();
  expect(process.exit).toBe(real);
  await first.teardown();
});
