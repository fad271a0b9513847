import { expect, test } from '@jest/globals';
import type { PresenceFailure, RemotePointer } from '@tessera/shared/federation';
import { guardDecision, recentFailures, type GuardMode, type PointerLog } from './guardDecision';

const old = '0.9.0+00000009';
const stable = '1.0.0+0000000a';
const canary = '1.1.0+0000000b';
const hour = 3_600_000;
const minute = 60_000;
const nowMs = 1_800_000_000_000;

const reference = (version: string): RemotePointer['stable'] => ({
  version,
  entry: `/r/market/${version}/remoteEntry.js`,
  type: 'global',
  global: 'market',
  integrity: `sha384-${'A'.repeat(64)}`,
  contract: '^1.0',
});
const remote = (change: Partial<RemotePointer> = {}): RemotePointer => ({
  stable: reference(stable),
  previous: reference(old),
  canary: null,
  apply: 'next-safe',
  disabled: null,
  lock: null,
  ...change,
});
const trying = (version: string, frozen = false): RemotePointer['canary'] => ({
  release: reference(version),
  percent: 10,
  salt: 'market-3',
  frozen,
});
const lock = { by: 'ada', reason: 'blank page', atMs: 1 };

/** Given oldest first, one hour apart, the newest an hour ago; answered newest first. */
function aLog(...changes: readonly { by?: string; market: RemotePointer; hoursAgo?: number; isSigned?: boolean }[]): PointerLog {
  const count = changes.length;
  return changes
    .map(({ by = 'ada', market, hoursAgo, isSigned = true }, index) => ({
      isSigned,
      pointer: {
        schema: 1 as const,
        channel: 'prod',
        serial: index + 1,
        issuedAtMs: nowMs - (hoursAgo ?? count - index) * hour,
        by,
        reason: 'test',
        remotes: { market },
      },
    }))
    .reverse();
}
const failing = (version: string, failed = 5, loaded = 25): PresenceFailure => ({
  minuteMs: nowMs,
  remote: 'market',
  version,
  failed,
  loaded,
  kinds: {},
});
const decide = (log: PointerLog, failures: PresenceFailure[], mode: GuardMode = 'rollback') =>
  guardDecision({ mode, log, failures, nowMs }).map(({ verb, version, serial }) => ({ verb, version, serial }));

const withCanary = aLog({ market: remote() }, { market: remote({ canary: trying(canary) }) });
const promoted = aLog({ market: remote({ stable: reference(old), previous: null }) }, { market: remote() });

test.each([
  [5, 25, true],
  [5, 26, false],
  [4, 0, false],
  [5, 0, true],
  [20, 100, true],
  [20, 101, false],
])('%i clients failed and %i pages loaded it: halted %s', (failed, loaded, isHalted) => {
  expect(decide(withCanary, [failing(canary, failed, loaded)])).toEqual(
    isHalted ? [{ verb: 'halt', version: canary, serial: 2 }] : [],
  );
});

test('failures of all servers and minutes are summed, those of another remote or version are not; the reason has the figures', () => {
  const failures = [failing(canary, 3, 4), failing(canary, 2, 3), { ...failing(canary, 50), remote: 'trade' }, failing(old, 50)];
  expect(guardDecision({ mode: 'halt', log: withCanary, failures, nowMs })[0]?.reason).toBe(
    `canary ${canary} failed for 5 clients while 7 pages loaded it within 5 minutes`,
  );
});

test('the window: five minutes with the present one, of servers that were heard of within a minute', () => {
  const at = (minutesAgo: number): PresenceFailure => ({ ...failing(canary), minuteMs: nowMs - minutesAgo * minute });
  const report = (node: string, ageMs: number, failures: PresenceFailure[]) => ({
    schema: 1 as const,
    node,
    atMs: nowMs - ageMs,
    hosts: {},
    remotes: {},
    serials: {},
    failures,
  });
  const found = recentFailures(
    [report('a', 0, [at(5), at(4), at(0)]), report('b', minute, [at(1)]), report('gone', minute + 1, [at(0)])],
    nowMs,
  );
  expect(found.map(({ minuteMs }) => (nowMs - minuteMs) / minute)).toEqual([4, 0, 1]);
  expect(recentFailures([report('a', 0, [at(4)])], nowMs + minute - 1)).toHaveLength(1);
  expect(recentFailures([report('a', 0, [at(4)])], nowMs + minute)).toHaveLength(0);
});

test('off: nothing; halt: a canary but no stable release; rollback: both', () => {
  expect(decide(withCanary, [failing(canary)], 'off')).toEqual([]);
  expect(decide(withCanary, [failing(canary)], 'halt')).toHaveLength(1);
  expect(decide(promoted, [failing(stable)], 'halt')).toEqual([]);
  expect(decide(promoted, [failing(stable)], 'rollback')).toEqual([{ verb: 'rollback', version: stable, serial: 2 }]);
});

test('a halted canary, an empty log and a pointer that nobody signed: nothing', () => {
  expect(decide(aLog({ market: remote({ canary: trying(canary, true) }) }), [failing(canary)])).toEqual([]);
  expect(decide([], [failing(canary)])).toEqual([]);
  expect(decide(aLog({ market: remote({ canary: trying(canary) }), isSigned: false }), [failing(canary)])).toEqual([]);
});

test('a lock: a canary is halted still, a stable release is left alone', () => {
  const locked = aLog(
    { market: remote({ stable: reference(old), previous: null }) },
    { market: remote({ canary: trying(canary), lock }) },
  );
  expect(decide(locked, [failing(canary), failing(stable)])).toEqual([{ verb: 'halt', version: canary, serial: 2 }]);
});

test('a stable release is rolled back when it became stable within a day, whatever changed since', () => {
  const since = (hoursAgo: number) =>
    aLog(
      { market: remote({ stable: reference(old), previous: null }), hoursAgo: hoursAgo + 1 },
      { market: remote(), hoursAgo },
      { market: remote({ canary: trying(canary) }), hoursAgo: 0 },
    );
  expect(decide(since(24), [failing(stable)])).toHaveLength(1);
  expect(decide(since(24.001), [failing(stable)])).toEqual([]);
  // The log that was read ends before the promotion: it may be of long ago.
  expect(decide(promoted.slice(0, 1), [failing(stable)])).toEqual([]);
});

test('no release before, or one that fails as well: no rollback', () => {
  expect(decide(aLog({ market: remote({ previous: null }) }), [failing(stable)])).toEqual([]);
  expect(decide(promoted, [failing(stable), failing(old)])).toEqual([]);
  expect(decide(promoted, [failing(stable), failing(old, 4)])).toHaveLength(1);
});

test('a version is acted on once: who brings it back after the guard has decided that', () => {
  const again = aLog(
    { market: remote({ canary: trying(canary) }) },
    { by: 'guard', market: remote({ canary: trying(canary, true) }) },
    { market: remote({ canary: trying(canary) }) },
  );
  expect(decide(again, [failing(canary)])).toEqual([]);
  const byAPerson = aLog(
    { market: remote({ canary: trying(canary) }) },
    { by: 'ada', market: remote({ canary: trying(canary, true) }) },
    { market: remote({ canary: trying(canary) }) },
  );
  expect(decide(byAPerson, [failing(canary)])).toHaveLength(1);
  const promotedAgain = aLog(
    { market: remote() },
    { by: 'guard', market: remote({ stable: reference(old), previous: reference(stable), lock }) },
    { market: remote({ stable: reference(stable), previous: reference(old) }) },
  );
  expect(decide(promotedAgain, [failing(stable)])).toEqual([]);
});
