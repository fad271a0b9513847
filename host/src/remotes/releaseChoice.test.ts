/** Which release this page should show: canaries, previews, remotes that the host's own table does not know. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { RemotePointer } from '@tessera/shared/federation';
import { aHandle, aModule, aRelease, aRemotePointer, aTicket, remotesOnTheBench, type Bench } from './testing/remotesOnTheBench';

const one = aRelease('1.0.0+00000001');
const two = aRelease('1.1.0+00000002');
const three = aRelease('1.2.0+00000003');

let bench: Bench;
const shown = (name = 'market'): string => {
  const { value } = bench.remotes.state(name);
  return value.kind === 'ready' ? value.release.version : value.kind;
};
async function load(name = 'market'): Promise<void> {
  void bench.remotes.load(name);
  await bench.clock.turn(0);
}
async function hide(): Promise<void> {
  bench.isHidden = true;
  bench.pageChanged();
  await bench.clock.turn(0);
}

beforeEach(() => {
  bench = remotesOnTheBench();
});

describe('a canary', () => {
  const canary = (percent: number, change: Partial<RemotePointer> = {}, frozen = false): RemotePointer =>
    aRemotePointer(two, { previous: one, canary: { release: three, percent, salt: 'market-4', frozen }, ...change });
  beforeEach(() => {
    bench.inCanaryFrom = 10;
    bench.remotes.start();
  });

  test('a page that is picked gets it; one that is not gets the stable release', async () => {
    bench.point(canary(10));
    await load();
    expect(shown()).toBe(three.version);
    expect(bench.asked).toEqual([three.version]);
    const other = remotesOnTheBench();
    other.point(canary(10));
    void other.remotes.load('market');
    await other.clock.turn(0);
    expect(other.asked).toEqual([two.version]);
  });

  test('picked, but it fails: stable, then the one before; the version that failed is told', async () => {
    bench.point(canary(10));
    bench.behaviours.set(three.version, [{ exposes: {} }]);
    await load();
    expect(shown()).toBe(two.version);
    expect(bench.events).toContainEqual({ type: 'fell-back', remote: 'market', wanted: three.version, shown: two.version });
    bench.remotes.crashed('market', two, 'boom', true);
    await bench.clock.turn(0);
    expect(shown()).toBe(one.version);
  });

  test('a ramp brings a running page in at a safe moment, also when the pointer says now', async () => {
    bench.point(canary(9, { apply: 'now' }));
    await load();
    bench.remotes.mounted('market', aHandle());
    bench.point(canary(10, { apply: 'now' }));
    await bench.announce();
    expect(shown()).toBe(two.version);
    await hide();
    expect(shown()).toBe(three.version);
  });

  test('halted: a running page leaves it at a safe moment, even if changes wait for the next start', async () => {
    bench.point(canary(10));
    await load();
    bench.remotes.mounted('market', aHandle());
    bench.point(canary(10, { apply: 'next-boot' }, true));
    await bench.announce();
    expect(shown()).toBe(three.version);
    await hide();
    expect(shown()).toBe(two.version);
  });

  test('rolled back now: a running page leaves it at once', async () => {
    bench.point(canary(10));
    await load();
    bench.point(aRemotePointer(one, { previous: two }));
    await bench.announce();
    expect(shown()).toBe(one.version);
  });

  test('promoted: the page that had it already shows the same, and nothing is loaded', async () => {
    bench.point(canary(10));
    await load();
    bench.point(aRemotePointer(three, { previous: two }));
    await bench.announce();
    expect(bench.asked).toEqual([three.version]);
  });
});

describe('a preview', () => {
  const endsAtMs = (): number => bench.serverMs + 600_000;
  const previewed = (ticket: string): void => {
    bench.ticket = ticket;
    bench.point(aRemotePointer(two, { previous: one }));
    bench.remotes.start();
  };

  test('a valid ticket: its release is shown, and only for its remote', async () => {
    bench.ticket = aTicket('market', three, endsAtMs());
    bench.point(aRemotePointer(two), { trade: aRemotePointer(one) });
    await load();
    await load('trade');
    expect([shown(), shown('trade')]).toEqual([three.version, one.version]);
    expect(bench.remotes.preview.value).toMatchObject({ remote: 'market', release: three });
  });

  test('it shows a remote that is switched off', async () => {
    bench.ticket = aTicket('market', three, endsAtMs());
    bench.point(aRemotePointer(two, { disabled: { message: { en: 'Back at noon' } } }));
    await load();
    expect(shown()).toBe(three.version);
  });

  test.each<[string, () => string]>([
    ['signed by somebody else', () => aTicket('market', three, endsAtMs(), 'YmFk')],
    ['expired', () => aTicket('market', three, bench.serverMs)],
    ['for a remote that the pointer does not name', () => aTicket('promo', three, endsAtMs())],
    ['for a release without integrity', () => aTicket('market', { ...three, integrity: '' }, endsAtMs())],
    ['no ticket at all', () => 'hello'],
    ['signed twice', () => `${aTicket('market', three, endsAtMs())}.Z29vZA`],
  ])('a ticket %s: as if there were none, and it is forgotten', async (_, ticket) => {
    previewed(ticket());
    await load();
    expect(shown()).toBe(two.version);
    expect([bench.ticket, bench.remotes.preview.value]).toEqual([undefined, undefined]);
  });

  test('a module entry is refused like in the pointer', async () => {
    previewed(aTicket('market', { ...three, type: 'module' }, endsAtMs()));
    await load();
    expect(bench.asked).toEqual([two.version]);
  });

  test('its release fails: the stable one is shown, and nobody is told that they see a preview', async () => {
    previewed(aTicket('market', three, endsAtMs()));
    bench.behaviours.set(three.version, [{ exposes: {} }]);
    await load();
    expect([shown(), bench.remotes.preview.value]).toEqual([two.version, undefined]);
  });

  test('it expires: the remote goes back at a safe moment; the banner stays until then', async () => {
    previewed(aTicket('market', three, endsAtMs()));
    await load();
    const leave = bench.remotes.mounted('market', aHandle());
    await bench.clock.turn(599_999);
    expect(bench.ticket).toBeDefined();
    await bench.clock.turn(1);
    expect([shown(), bench.ticket]).toEqual([three.version, undefined]);
    expect(bench.remotes.preview.value).toBeDefined();
    leave();
    expect([shown(), bench.remotes.preview.value]).toEqual([two.version, undefined]);
  });

  test('the person leaves it: back at once, unless a ticket is open', async () => {
    previewed(aTicket('market', three, endsAtMs()));
    await load();
    let isTicketOpen = true;
    bench.remotes.mounted('market', aHandle({ canRelease: () => (isTicketOpen ? { reason: 'ticket' } : true) }));
    bench.remotes.leavePreview();
    await bench.clock.turn(0);
    expect([shown(), bench.ticket]).toEqual([three.version, undefined]);
    isTicketOpen = false;
    await bench.clock.turn(2000);
    expect([shown(), bench.remotes.preview.value]).toEqual([two.version, undefined]);
  });

  test('the previewed release is promoted meanwhile, and the ticket ends: nothing moves, the banner goes', async () => {
    previewed(aTicket('market', three, endsAtMs()));
    await load();
    bench.point(aRemotePointer(three, { previous: two }));
    await bench.announce();
    await bench.clock.turn(600_000);
    expect([shown(), bench.remotes.preview.value]).toEqual([three.version, undefined]);
    expect(bench.asked).toEqual([three.version]);
  });
});

describe('a remote beyond the host\'s own table', () => {
  const promo = aRelease('0.1.0+0000000a', { entry: 'https://cdn.example/r/promo/0.1.0+0000000a/remoteEntry.js', pages: ['/pages/promo/index', '/pages/fair/index'] });
  const fair = aRelease('0.2.0+0000000b', { pages: ['/pages/fair/index'] });

  test('its pages are known with the pointer; one that two claim goes to the first name; it loads like any other', async () => {
    expect(bench.remotes.pages.value).toBeUndefined();
    bench.point(aRemotePointer(two), { promo: aRemotePointer(promo), fair: aRemotePointer(fair) });
    await load('promo');
    expect(bench.remotes.pages.value).toEqual({ '/pages/promo/index': 'promo', '/pages/fair/index': 'fair' });
    expect(shown('promo')).toBe(promo.version);
  });

  test('no pointer at all: there are no such pages', async () => {
    bench.point(undefined);
    bench.remotes.start();
    await bench.clock.turn(0);
    expect(bench.remotes.pages.value).toEqual({});
  });

  test('a name that the pointer does not have: a failed card that may be tried again, until the pointer names it', async () => {
    bench.point(aRemotePointer(two));
    await load('promo');
    expect(bench.remotes.state('promo').value).toMatchObject({ kind: 'failed', failure: { kind: 'manifest' } });
    bench.point(aRemotePointer(two), { promo: aRemotePointer(promo) });
    await bench.announce();
    expect(shown('promo')).toBe(promo.version);
  });
});

test('what runs is told as it changes: the pointer\'s serial, and each version in use', async () => {
  const told: unknown[] = [];
  bench.remotes.running.subscribe((running) => told.push(running));
  bench.point(aRemotePointer(two, { previous: one }), { trade: aRemotePointer(one) });
  await load();
  await load('trade');
  bench.behaviours.set(one.version, [aModule()]);
  bench.remotes.crashed('market', two, 'boom', true);
  await bench.clock.turn(0);
  expect(told).toEqual([
    { serial: null, remotes: {} },
    { serial: 1, remotes: {} },
    { serial: 1, remotes: { market: two.version } },
    { serial: 1, remotes: { market: two.version, trade: one.version } },
    { serial: 1, remotes: { market: one.version, trade: one.version } },
  ]);
});
