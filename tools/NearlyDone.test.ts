/** When the unit tests are said to be nearly done: once, when two of five files are left. */
import { afterEach, expect, test } from '@jest/globals';
import NearlyDone from './NearlyDone.mjs';

const { send } = process;
afterEach(() => {
  if (send !== undefined) process.send = send;
});

test('with two of five files left it is said, whatever became of the others, and once', () => {
  const said: unknown[] = [];
  process.send = (message: unknown) => said.push(message) > 0;
  const reporter = new NearlyDone();
  const saidAfter = (numPassedTestSuites: number, numFailedTestSuites: number, numPendingTestSuites: number) => {
    const all = { numTotalTestSuites: 10, numPassedTestSuites, numFailedTestSuites, numPendingTestSuites };
    reporter.onTestResult(undefined, undefined, all);
    return said.length;
  };
  expect([saidAfter(1, 0, 0), saidAfter(3, 1, 1), saidAfter(4, 1, 1), saidAfter(8, 1, 1)]).toEqual([0, 0, 1, 1]);
});
