import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  aHandle,
  aModule,
  aRelease,
  aRemotePointer,
  NamedError,
  remotesOnTheBench,
  type Bench,
  type Behaviour,
} from './testing/remotesOnTheBench';

const one = aRelease('1.0.0+00000001');
const two = aRelease('1.1.0+00000002');
const networkError = new NamedError('Error', 'RUNTIME-008 ScriptNetworkError: Failed to load script');

let bench: Bench;
const state = () => bench.remotes.state('market').value;
const shown = (): string => {
  const value = state();
  return value.kind === 'ready' ? value.release.version : value.kind;
};
const behave = (version: string, ...behaviours: Behaviour[]): unknown => bench.behaviours.set(version, behaviours);
async function load(): Promise<void> {
  void bench.remotes.load('market');
  await bench.clock.turn(0);
}
const hint = (): Promise<void> => bench.announce();

beforeEach(() => {
  bench = remotesOnTheBench();
  bench.point(aRemotePointer(two, { previous: one }));
});

describe('choosing a release', () => {
  test('the live release works: it is shown, and the one before is not asked for', async () => {
    await load();
    expect(shown()).toBe(two.version);
    expect(bench.asked).toEqual([two.version]);
  });

  const failures: readonly [string, Behaviour, number | undefined, string][] = [
    ['entry answers 404', { rejects: networkError }, 404, 'http'],
    ['entry answers 500', { rejects: networkError }, 500, 'http'],
    ['entry came, but the browser refused it', { rejects: networkError }, 200, 'integrity'],
    [
      'entry never answers',
      { rejects: new NamedError('Error', 'RUNTIME-008 ScriptNetworkError: Script timed out.') },
      0,
      'timeout',
    ],
    ['first chunk is missing', { rejects: new NamedError('ChunkLoadError', 'Loading chunk 524 failed.') }, 200, 'chunk'],
    [
      'entry throws when it runs',
      { rejects: new NamedError('Error', 'RUNTIME-001 Failed to get remoteEntry exports') },
      200,
      'evaluation',
    ],
    ['module lacks mount', { exposes: { contract: '^1.0' } }, 200, 'invalid-module'],
    ['module needs another contract than its pointer said', aModule('^2.0'), 200, 'incompatible'],
  ];
  test.each(failures)('%s: the release before is shown, and the failure is named', async (_, behaviour, status, kind) => {
    behave(two.version, behaviour);
    bench.status = status;
    await load();
    expect(shown()).toBe(one.version);
    expect(bench.events).toMatchObject([
      { type: 'failed', failure: { kind, remote: 'market', version: two.version } },
      { type: 'loaded', remote: 'market', version: one.version },
      { type: 'fell-back', wanted: two.version, shown: one.version },
    ]);
  });

  test('nothing answers within six seconds: the release before is shown', async () => {
    behave(two.version, 'hangs');
    await load();
    expect(shown()).toBe('loading');
    await bench.clock.turn(6000);
    expect(shown()).toBe(one.version);
  });

  test('a network fault passes on the second try: the live release is shown', async () => {
    behave(two.version, { rejects: networkError }, aModule());
    await load();
    expect(shown()).toBe(two.version);
    expect(bench.asked).toEqual([two.version, two.version]);
  });

  test('a release whose pointer asks for another contract is not even loaded', async () => {
    bench.point(aRemotePointer({ ...two, contract: '^2.0' }, { previous: one }));
    await load();
    expect(bench.asked).toEqual([one.version]);
  });

  test('an entry that is a module cannot be verified, so it is not loaded', async () => {
    bench.point(aRemotePointer({ ...two, type: 'module' }));
    await load();
    expect(bench.asked).toEqual([]);
    expect(shown()).toBe('failed');
  });

  test('no pointer at all: a clear failure that may be retried, and a retry finds it', async () => {
    bench.point(undefined);
    await load();
    expect(state()).toMatchObject({ kind: 'failed', failure: { kind: 'manifest', detail: 'unreachable' } });
    bench.point(aRemotePointer(one));
    void bench.remotes.retry('market');
    await bench.clock.turn(0);
    expect(shown()).toBe(one.version);
  });

  test('switched off by the pointer: its message is shown and nothing is loaded', async () => {
    bench.point(aRemotePointer(two, { disabled: { message: { en: 'Back at noon' } } }));
    await load();
    expect(state()).toEqual({ kind: 'disabled', message: { en: 'Back at noon' } });
    expect(bench.asked).toEqual([]);
  });

  test('two visits at once: one load', async () => {
    void bench.remotes.load('market');
    await load();
    expect(bench.asked).toEqual([two.version]);
  });
});

describe('after a failure', () => {
  beforeEach(() => {
    behave(two.version, { rejects: networkError });
    behave(one.version, { rejects: new NamedError('Error', 'threw') });
    bench.status = 404;
  });

  test('the whole chain fails: the state names the failure that may pass; other remotes are not touched', async () => {
    await load();
    expect(state()).toMatchObject({ kind: 'failed', failure: { kind: 'http', version: two.version } });
    expect(bench.remotes.state('trade').value).toEqual({ kind: 'idle' });
  });

  test('a retry asks again for what may have passed, never for what is wrong in itself', async () => {
    await load();
    bench.asked.length = 0;
    behave(two.version, aModule());
    void bench.remotes.retry('market');
    await bench.clock.turn(0);
    expect(shown()).toBe(two.version);
    expect(bench.asked).toEqual([two.version]);
  });
});

describe('a release that is rolled back while it is shown', () => {
  beforeEach(async () => {
    bench.remotes.start();
    await load();
  });

  test('apply now: the older release takes its place at once', async () => {
    bench.point(aRemotePointer(one, { previous: two }));
    await hint();
    expect(shown()).toBe(one.version);
    expect(bench.events).toContainEqual({ type: 'swapped', remote: 'market', from: two.version, to: one.version });
  });

  test('apply now, but an open ticket objects: it stays until the ticket is closed', async () => {
    let isTicketOpen = true;
    bench.remotes.mounted('market', aHandle({ canRelease: () => (isTicketOpen ? { reason: 'ticket' } : true) }));
    bench.point(aRemotePointer(one, { previous: two }));
    await hint();
    expect(shown()).toBe(two.version);
    isTicketOpen = false;
    await bench.clock.turn(2000);
    expect(shown()).toBe(one.version);
  });

  test('apply at the next safe moment: on leaving the tab', async () => {
    const leave = bench.remotes.mounted('market', aHandle());
    bench.point(aRemotePointer(one, { previous: two, apply: 'next-safe' }));
    await hint();
    expect(shown()).toBe(two.version);
    leave();
    expect(shown()).toBe(one.version);
  });

  test('apply at the next safe moment: when the app is hidden', async () => {
    bench.remotes.mounted('market', aHandle());
    bench.point(aRemotePointer(one, { previous: two, apply: 'next-safe' }));
    await hint();
    bench.isHidden = true;
    bench.pageChanged();
    expect(shown()).toBe(one.version);
  });

  test('without a hint, the poll finds it within a minute', async () => {
    bench.point(aRemotePointer(one, { previous: two }));
    await bench.clock.turn(59_999);
    expect(shown()).toBe(two.version);
    await bench.clock.turn(1);
    expect(shown()).toBe(one.version);
  });

  test('the release to swap to does not load: the one on screen stays', async () => {
    behave(one.version, { rejects: new NamedError('Error', 'threw') });
    bench.point(aRemotePointer(one, { previous: two }));
    await hint();
    expect(shown()).toBe(two.version);
  });

  test('the pointer changes its mind while a swap waits: nothing is swapped', async () => {
    const leave = bench.remotes.mounted('market', aHandle());
    bench.point(aRemotePointer(one, { previous: two, apply: 'next-safe' }));
    await hint();
    bench.point(aRemotePointer(two, { previous: one, apply: 'next-safe' }));
    await hint();
    leave();
    expect(shown()).toBe(two.version);
  });
});

describe('a release that crashes on screen', () => {
  beforeEach(load);

  test('on mount: it is given up and the release before is shown', async () => {
    expect(bench.remotes.crashed('market', two, 'boom', true)).toBe(true);
    await bench.clock.turn(0);
    expect(shown()).toBe(one.version);
    expect(bench.events).toContainEqual({
      type: 'failed',
      failure: { kind: 'crash', remote: 'market', version: two.version, detail: 'boom' },
    });
  });

  test('once: it may go on; twice within a minute: it is given up', async () => {
    expect(bench.remotes.crashed('market', two, 'boom', false)).toBe(false);
    await bench.clock.turn(59_000);
    expect(bench.remotes.crashed('market', two, 'boom', false)).toBe(true);
    await bench.clock.turn(0);
    expect(shown()).toBe(one.version);
  });

  test('twice, but more than a minute apart: it may go on', async () => {
    bench.remotes.crashed('market', two, 'boom', false);
    await bench.clock.turn(60_000);
    expect(bench.remotes.crashed('market', two, 'boom', false)).toBe(false);
    expect(shown()).toBe(two.version);
  });

  test('a given up release does not come back in this session by itself', async () => {
    bench.remotes.crashed('market', two, 'boom', true);
    await bench.clock.turn(0);
    bench.point(aRemotePointer(two, { previous: one }));
    await hint();
    expect(shown()).toBe(one.version);
  });
});

test('warming fetches the entry and the first chunk, and runs nothing', async () => {
  bench.point(aRemotePointer({ ...two, preload: [{ href: '/r/market/app.js', integrity: two.integrity }] }));
  void bench.remotes.warm('market');
  await bench.clock.turn(0);
  expect(bench.prefetched).toEqual([two.entry, '/r/market/app.js']);
  expect(bench.asked).toEqual([]);
  expect(shown()).toBe('idle');
});

test('keeping takes the release that the person would see, and runs nothing', async () => {
  bench.point(aRemotePointer(two, { previous: one }));
  void bench.remotes.keep('market');
  await bench.clock.turn(0);
  expect([bench.kept, bench.asked]).toEqual([[two.version], []]);
});
