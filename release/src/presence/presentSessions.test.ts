import { expect, test } from '@jest/globals';
import type { PresenceReport } from '@tessera/shared/federation';
import { presentSessions } from './presentSessions';

const nowMs = 1_700_000_400_000;
const minuteMs = 1_700_000_340_000;
const aReport = (node: string, change: Partial<PresenceReport>): PresenceReport => ({
  schema: 1,
  node,
  atMs: nowMs - 5000,
  hosts: {},
  remotes: {},
  serials: {},
  failures: [],
  ...change,
});

test('the sessions and failures of all servers are added up', () => {
  const failure = { minuteMs, remote: 'market', version: '1.0.0+0000000a', kinds: {} };
  const found = presentSessions(
    [
      aReport('a', {
        hosts: { '1.0.0+aaaaaaaa': { sessions: 3, contract: '1.0.0' } },
        remotes: { market: { '1.0.0+0000000a': 2 } },
        failures: [{ ...failure, loaded: 40, failed: 5 }],
      }),
      aReport('b', {
        hosts: { '1.0.0+aaaaaaaa': { sessions: 4, contract: '1.0.0' } },
        remotes: { market: { '1.0.0+0000000a': 6 } },
        failures: [{ ...failure, loaded: 30, failed: 1 }],
      }),
    ],
    nowMs,
  );
  expect(found.nodes).toBe(2);
  expect(Object.fromEntries(found.hosts)).toEqual({ '1.0.0+aaaaaaaa': { sessions: 7, contract: '1.0.0' } });
  expect(Object.fromEntries(found.ofRemote('market'))).toEqual({ '1.0.0+0000000a': 8 });
  expect(found.failuresOf('market')).toEqual([{ minuteMs, version: '1.0.0+0000000a', loaded: 70, failed: 6 }]);
  expect(found.failuresOf('trade')).toEqual([]);
});

test('a server that was silent for a minute counts for no session, but its failures of the last hour stay', () => {
  const failure = { remote: 'market', version: '1.0.0+0000000a', loaded: 9, failed: 2, kinds: {} };
  const silent = aReport('a', {
    atMs: nowMs - 60_000,
    hosts: { '1.0.0+aaaaaaaa': { sessions: 3, contract: '1.0.0' } },
    failures: [
      { ...failure, minuteMs: nowMs - 3_600_000 },
      { ...failure, minuteMs },
    ],
  });
  const found = presentSessions([silent], nowMs);
  expect([found.nodes, found.hosts.size]).toEqual([0, 0]);
  expect(found.failuresOf('market').map((each) => each.minuteMs)).toEqual([minuteMs]);
});
