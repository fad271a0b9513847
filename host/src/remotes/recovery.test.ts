/** A release that fails in a running page: chunks that do not come, crashes, a remote that is switched off under a ticket. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ReadyRemote } from './RemoteState';
import {
  aHandle,
  aModule,
  aRelease,
  aRemotePointer,
  NamedError,
  remotesOnTheBench,
  type Bench,
} from './testing/remotesOnTheBench';

const one = aRelease('1.0.0+00000001');
const two = aRelease('1.1.0+00000002');
const three = aRelease('1.2.0+00000003');

let bench: Bench;
const state = () => bench.remotes.state('market').value;
const shown = (): string => {
  const value = state();
  return value.kind === 'ready' ? value.release.version : value.kind;
};
const ready = () => state() as ReadyRemote;
async function chunkFails(of = ready()): Promise<void> {
  bench.remotes.chunkFailed('market', of, 'Loading chunk 524 failed.');
  await bench.clock.turn(0);
}

beforeEach(async () => {
  bench = remotesOnTheBench();
  bench.point(aRemotePointer(two, { previous: one }));
  void bench.remotes.load('market');
  await bench.clock.turn(0);
});

describe('a later part of the release on screen does not come', () => {
  test('the version is still named: loaded and mounted anew, once, with the pointer read before', async () => {
    const before = ready();
    await chunkFails();
    expect(bench.looks).toBe(2);
    expect(bench.asked).toEqual([two.version, two.version]);
    expect(ready().module).not.toBe(before.module);
    expect(bench.events.filter(({ type }) => type !== 'loaded')).toEqual([]);
  });

  test('several parts of one mounted release fail together: one recovery', async () => {
    const before = ready();
    bench.remotes.chunkFailed('market', before, 'Loading chunk 1 failed.');
    await chunkFails(before);
    await chunkFails(before);
    expect(bench.asked).toEqual([two.version, two.version]);
    expect(shown()).toBe(two.version);
  });

  test('it fails again within a minute: given up, the release before is shown, and that is told', async () => {
    await chunkFails();
    await bench.clock.turn(59_000);
    await chunkFails();
    expect(shown()).toBe(one.version);
    expect(bench.events).toContainEqual({
      type: 'failed',
      failure: { kind: 'chunk', remote: 'market', version: two.version, detail: 'Loading chunk 524 failed.' },
    });
  });

  test('it fails again after more than a minute: another try', async () => {
    await chunkFails();
    await bench.clock.turn(60_000);
    await chunkFails();
    expect(shown()).toBe(two.version);
  });

  test('the version is named no more: what is named now takes its place, without another try', async () => {
    bench.point(aRemotePointer(three, { apply: 'next-safe' }));
    await chunkFails();
    expect(bench.asked).toEqual([two.version, three.version]);
    expect(shown()).toBe(three.version);
  });

  test('a ticket is open: nothing is torn away until it is closed', async () => {
    let isTicketOpen = true;
    bench.remotes.mounted('market', aHandle({ canRelease: () => (isTicketOpen ? { reason: 'ticket' } : true) }));
    const before = ready();
    await chunkFails();
    await chunkFails(before);
    expect(ready()).toBe(before);
    isTicketOpen = false;
    await bench.clock.turn(2000);
    expect(ready()).not.toBe(before);
    expect(shown()).toBe(two.version);
  });

  test('nothing else loads either: a card in this tab, and it comes back with the network', async () => {
    bench.remotes.start();
    const down = new NamedError('Error', 'RUNTIME-008 ScriptNetworkError: Failed to load script');
    bench.behaviours.set(two.version, [{ rejects: down }]);
    bench.behaviours.set(one.version, [{ rejects: down }]);
    await chunkFails();
    expect(state()).toMatchObject({ kind: 'failed', failure: { kind: 'network' } });
    bench.behaviours.clear();
    bench.pageChanged();
    await bench.clock.turn(0);
    expect(shown()).toBe(two.version);
  });
});

describe('crashes', () => {
  test('of a version that is not on screen any more count for nothing', async () => {
    bench.remotes.crashed('market', two, 'boom', true);
    await bench.clock.turn(0);
    bench.events.length = 0;
    bench.remotes.crashed('market', two, 'late', true);
    bench.remotes.crashed('market', three, 'never shown', true);
    await bench.clock.turn(0);
    expect(bench.events).toEqual([]);
    expect(shown()).toBe(one.version);
  });

  test('of every release: a card in this tab; the person may ask again and starts from the first', async () => {
    bench.remotes.crashed('market', two, 'boom', true);
    await bench.clock.turn(0);
    bench.remotes.crashed('market', one, 'boom', true);
    await bench.clock.turn(0);
    expect(state()).toMatchObject({ kind: 'failed', failure: { kind: 'crash' } });
    void bench.remotes.retry('market');
    await bench.clock.turn(0);
    expect(shown()).toBe(two.version);
  });

  test('of one release and no network for the other: with the network only the other is tried again', async () => {
    bench.remotes.start();
    bench.status = 404;
    bench.behaviours.set(one.version, [
      { rejects: new NamedError('Error', 'RUNTIME-008 ScriptNetworkError: Failed to load script') },
    ]);
    bench.remotes.crashed('market', two, 'boom', true);
    await bench.clock.turn(0);
    expect(state()).toMatchObject({ kind: 'failed', failure: { kind: 'http' } });
    bench.behaviours.clear();
    bench.pageChanged();
    await bench.clock.turn(0);
    expect(shown()).toBe(one.version);
  });

  test('while another release waits for its moment: that one comes at once, and only it', async () => {
    bench.remotes.mounted('market', aHandle());
    bench.point(aRemotePointer(three, { previous: two, apply: 'next-safe' }));
    await bench.announce();
    bench.remotes.crashed('market', two, 'boom', true);
    await bench.clock.turn(0);
    expect(shown()).toBe(three.version);
    bench.isHidden = true;
    bench.pageChanged();
    expect(shown()).toBe(three.version);
  });
});

describe('switched off while on screen', () => {
  const off = { disabled: { message: { en: 'Back at noon' } } };

  test('nothing objects: the message at once', async () => {
    bench.remotes.mounted('market', aHandle());
    bench.point(aRemotePointer(two, off));
    await bench.announce();
    expect(state()).toEqual({ kind: 'disabled', message: { en: 'Back at noon' } });
  });

  test('an open ticket is not torn away: the message follows when it is closed', async () => {
    let isTicketOpen = true;
    bench.remotes.mounted('market', aHandle({ canRelease: () => (isTicketOpen ? { reason: 'ticket' } : true) }));
    bench.point(aRemotePointer(two, off));
    await bench.announce();
    expect(shown()).toBe(two.version);
    isTicketOpen = false;
    await bench.clock.turn(2000);
    expect(shown()).toBe('disabled');
  });

  test('put back to use before the ticket is closed: it never shows the message', async () => {
    const leave = bench.remotes.mounted('market', aHandle({ canRelease: () => ({ reason: 'ticket' }) }));
    bench.point(aRemotePointer(two, off));
    await bench.announce();
    bench.point(aRemotePointer(two));
    await bench.announce();
    leave();
    await bench.clock.turn(2000);
    expect(shown()).toBe(two.version);
  });

  test('put back to use later: the release returns', async () => {
    bench.point(aRemotePointer(two, off));
    await bench.announce();
    bench.point(aRemotePointer(two));
    await bench.announce();
    expect(shown()).toBe(two.version);
  });
});

test('the release to swap to fails: the one on screen stays and is not loaded a second time', async () => {
  bench.behaviours.set(three.version, [{ rejects: new NamedError('Error', 'threw') }]);
  bench.point(aRemotePointer(three, { previous: two }));
  await bench.announce();
  expect(shown()).toBe(two.version);
  expect(bench.asked).toEqual([two.version, three.version]);
});

test('a release that cannot even say whether it may go does not keep its place by that', async () => {
  bench.remotes.mounted(
    'market',
    aHandle({
      canRelease: () => {
        throw new Error('broken');
      },
    }),
  );
  bench.behaviours.set(one.version, [aModule()]);
  bench.point(aRemotePointer(one, { previous: two }));
  await bench.announce();
  expect(shown()).toBe(one.version);
});
