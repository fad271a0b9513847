/**
 * The order of the test files. Jest begins with those that took longest in the run before; where nothing is known of such a run, as on a
 * clean clone, with the largest. Some are small and take longest: left to the end, one of them computes alone while the other workers rest.
 */
import TestSequencer from '@jest/test-sequencer';

/** Longest first, by their paths from the root. The last four mostly wait. */
export const longFiles = [
  'tools/independence.test.ts',
  'server/test/stopping.test.ts',
  'server/test/chaos.test.ts',
  'server/test/killed.test.ts',
  'server/test/pairsOfRoutes.test.ts',
  'server/src/products/seconds/submitOrder.test.ts',
  'server/src/platform/embedded-postgres/EmbeddedPostgres.test.ts',
  'server/test/killNine.test.ts',
  'server/test/month.test.ts',
  'server/src/ledger/mutants.test.ts',
  'server/test/replayAudit.test.ts',
  'server/test/killedMoney.test.ts',
  'server/test/threeProcesses.test.ts',
  'server/src/store/databaseWatch.test.ts',
  'server/test/halfOpen.test.ts',
];

/** They need programs that a run on a clean machine installs beside the other tests. */
export const lateFiles = ['release/src/store/S3Bucket.test.ts'];

export default class LongestFirst extends TestSequencer {
  /** Leaves the order to what is known of the run before, but for the late ones. */
  sort(tests) {
    const sorted = super.sort(tests);
    const named = (files) => files.flatMap((file) => sorted.filter(({ path }) => path.endsWith(`/${file}`)));
    const long = sorted.some(({ duration }) => duration !== undefined) ? [] : named(longFiles);
    const late = named(lateFiles);
    return [...long, ...sorted.filter((test) => !long.includes(test) && !late.includes(test)), ...late];
  }
}
