import { expect, test } from '@jest/globals';
import type { RemoteStatus } from '@tessera/release';
import { failureColumns, highestColumn } from './failureColumns';
import { placedVersions } from './placedVersions';

const nowMs = 1_800_000_000_000;
const minute = (ago: number) => Math.floor(nowMs / 60_000) * 60_000 - ago * 60_000;
const remote: RemoteStatus = {
  stable: '1.1.0',
  previous: '1.2.0',
  canary: { version: '1.3.0', percent: 5, isHalted: false },
  apply: 'now',
  lock: null,
  disabled: null,
  published: [],
  sessions: { '1.1.0': 7, '1.2.0': 2, '1.3.0': 1, '1.0.0': 3, '0.9.0': 0 },
  failures: [
    { minuteMs: minute(3), version: '1.2.0', loaded: 4, failed: 2 },
    { minuteMs: minute(1), version: '1.2.0', loaded: 1, failed: 3 },
    { minuteMs: minute(1), version: '1.1.0', loaded: 9, failed: 0 },
  ],
};
const brief = (status: RemoteStatus) =>
  placedVersions(status).map(({ version, place, sessions, isDraining }) => [version, place, sessions, isDraining]);

test('named versions first, then what still runs; what nobody gets any more but pages run is draining', () => {
  expect(brief(remote)).toEqual([
    ['1.1.0', 'stable', 7, false],
    ['1.3.0', 'canary', 1, false],
    ['1.2.0', 'previous', 2, true],
    ['1.0.0', 'other', 3, true],
  ]);
  expect(placedVersions(remote)[2]).toMatchObject({ loaded: 5, failed: 5 });
});

test('a halted canary drains; without a server that tells, sessions are unknown and nothing is said to drain', () => {
  const halted = { ...remote, canary: { version: '1.3.0', percent: 5, isHalted: true } };
  expect(brief(halted)[1]).toEqual(['1.3.0', 'canary', 1, true]);
  expect(brief({ ...halted, sessions: null })).toEqual([
    ['1.1.0', 'stable', null, false],
    ['1.3.0', 'canary', null, false],
    ['1.2.0', 'previous', null, false],
  ]);
});

test('a column per minute of the last hour, what failed by version; older minutes are left out', () => {
  const failures = [{ minuteMs: minute(60), version: '1.2.0', loaded: 50, failed: 9 }, ...remote.failures];
  const columns = failureColumns(failures, ['1.1.0', '1.2.0'], nowMs);
  expect(columns).toEqual([
    { slot: 56, minuteMs: minute(3), loaded: 4, failed: [{ version: '1.2.0', count: 2 }] },
    { slot: 58, minuteMs: minute(1), loaded: 10, failed: [{ version: '1.2.0', count: 3 }] },
  ]);
  expect([highestColumn(columns), highestColumn([])]).toEqual([10, 1]);
});
