import { beforeEach, expect, test } from '@jest/globals';
import { createTestClock, type TestClock } from '../platform/Clock';
import { createMetrics } from '../platform/metrics';
import { createPageTally, type PageTally } from './PageTally';

const one = '1.0.0+0000000a';
const two = '1.1.0+0000000b';
const minute = 60_000;
const startMs = 1_800_000_000_000;

let clock: TestClock;
let tally: PageTally;
const metrics = createMetrics({ collectProcess: false });
beforeEach(() => {
  clock = createTestClock(startMs);
  tally = createPageTally({
    clock,
    metrics,
    isNamed: ({ remote, version }) => remote === 'market' && [one, two].includes(version),
  });
});

const running = (remotes: Record<string, string>, serial: number | null = 3) => ({
  host: { version: one, contract: '1.1.0' },
  serial,
  remotes,
});
const failed = (page: string, address: string, version = two, kind = 'network') =>
  tally.event(page, address, { remote: 'market', version, type: 'failed', kind });
const loaded = (page: string, address: string, version = two) =>
  tally.event(page, address, { remote: 'market', version, type: 'loaded' });
const sums = () =>
  tally.failures().map((row) => [(row.minuteMs - startMs) / minute, row.version, row.loaded, row.failed, row.kinds]);
const counts = () => {
  const { hosts, remotes, serials } = tally.counts();
  return { hosts: [...hosts], remotes: [...remotes].map(([remote, versions]) => [remote, [...versions]]), serials: [...serials] };
};

test('what pages run is counted per version and serial; a page that says it anew counts once, one that is gone no more', () => {
  tally.running('a', running({ market: one }));
  tally.running('b', running({ market: one, trade: two }, null));
  tally.running('a', running({ market: two }, 4));
  expect(counts()).toEqual({
    hosts: [[one, 2]],
    remotes: [
      [
        'market',
        [
          [two, 1],
          [one, 1],
        ],
      ],
      ['trade', [[two, 1]]],
    ],
    serials: [['4', 1]],
  });
  tally.gone('b');
  expect(counts()).toEqual({ hosts: [[one, 1]], remotes: [['market', [[two, 1]]]], serials: [['4', 1]] });
});

test.each([
  ['nothing', undefined],
  ['text', 'market'],
  ['no host', { serial: 1, remotes: {} }],
  ['a remote of no name', running({ __proto__x: one })],
  ['a version as long as a book', running({ market: 'x'.repeat(61) })],
  [
    'more remotes than there are',
    running(Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`remote-${index}`, one]))),
  ],
])('told what it runs as %s: ignored, what it said before stands, and it is counted', async (_, told) => {
  const refusals = async () =>
    (await metrics.registry.getSingleMetricAsString('release_reports_refused_total')).split(' ').at(-1);
  const before = Number(await refusals());
  tally.running('a', running({ market: one }));
  tally.running('a', told);
  tally.event('a', '192.0.2.1', told);
  expect(counts().remotes).toEqual([['market', [[one, 1]]]]);
  expect(Number(await refusals())).toBe(before + 2);
});

test('one address that fails again and again, from many pages, counts once in five minutes', () => {
  for (let page = 0; page < 50; page++) failed(`page ${page}`, '192.0.2.1');
  clock.advance(5 * minute - 1);
  failed('late', '192.0.2.1');
  expect(sums()).toEqual([[0, two, 0, 1, { network: 1 }]]);
  clock.advance(1);
  failed('later', '192.0.2.1');
  expect(sums().at(-1)).toEqual([5, two, 0, 1, { network: 1 }]);
});

test('other addresses and other versions count for themselves; addresses of one IPv6 network are one client', () => {
  for (const address of ['192.0.2.1', '192.0.2.2', '::ffff:192.0.2.2', '2001:db8::1', '2001:db8::2', '2001:db8:1::1'])
    failed('a', address);
  failed('a', '192.0.2.1', one, 'TypeError: <b>');
  expect(sums()).toEqual([
    [0, two, 0, 4, { network: 4 }],
    [0, one, 0, 1, { other: 1 }],
  ]);
});

test('a page that loads a version counts once, and one address cannot hide the failures of others behind made-up pages', () => {
  loaded('a', '192.0.2.1');
  loaded('a', '192.0.2.1');
  expect(sums()).toEqual([[0, two, 1, 0, {}]]);
  for (let page = 0; page < 500; page++) loaded(`page ${page}`, '192.0.2.1');
  loaded('b', '192.0.2.2');
  expect(sums()).toEqual([[0, two, 5, 0, {}]]);
});

test('a version that no pointer named counts nowhere', () => {
  failed('a', '192.0.2.1', '9.9.9+0000000f');
  expect(sums()).toEqual([]);
});

test('after an hour a minute is forgotten', () => {
  failed('a', '192.0.2.1');
  clock.advance(59 * minute);
  loaded('b', '192.0.2.2');
  expect(sums().map(([at]) => at)).toEqual([0, 59]);
  clock.advance(minute);
  expect(sums().map(([at]) => at)).toEqual([59]);
});
