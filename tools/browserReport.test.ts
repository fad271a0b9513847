/** How `npm test` counts the browser tests: what needed a second try is passed and named, what failed twice is failed. */
import { expect, test } from '@jest/globals';
import { readBrowserReport, type BrowserReport } from './browserReport.mjs';

type Status = 'expected' | 'unexpected' | 'flaky' | 'skipped';
const spec = (title: string, status: Status, ...durations: number[]) => ({
  title,
  tests: [{ status, results: durations.map((duration) => ({ duration })) }],
});

const report: BrowserReport = {
  stats: { expected: 2, unexpected: 1, flaky: 2, skipped: 1 },
  suites: [
    {
      title: 'journeys/spot.spec.ts',
      file: 'journeys/spot.spec.ts',
      specs: [spec('bought', 'expected', 100), spec('sold', 'flaky', 30, 40), spec('closed today', 'skipped', 0)],
      suites: [
        {
          title: 'in a browser',
          file: 'journeys/spot.spec.ts',
          specs: [spec('cancelled', 'flaky', 5, 6), spec('refused', 'unexpected', 7, 8)],
        },
      ],
    },
    { title: 'journeys/chart.spec.ts', file: 'journeys/chart.spec.ts', specs: [spec('drawn', 'expected', 9)] },
  ],
};

test('passed at the second try is passed; failed twice is failed; not run is neither', () => {
  expect(readBrowserReport(report)).toMatchObject({ passed: 4, failed: 1, skipped: 1 });
});

test('each test that needed a second try is named with its file and group, and no other', () => {
  expect(readBrowserReport(report).secondTries).toEqual([
    'journeys/spot.spec.ts › sold',
    'journeys/spot.spec.ts › in a browser › cancelled',
  ]);
});

test('what failed twice is named in the same way', () => {
  expect(readBrowserReport(report).failures).toEqual(['journeys/spot.spec.ts › in a browser › refused']);
});

test('the time of a file is that of all its tries', () => {
  expect([...readBrowserReport(report).spentMs]).toEqual([
    ['journeys/spot.spec.ts', 196],
    ['journeys/chart.spec.ts', 9],
  ]);
});
