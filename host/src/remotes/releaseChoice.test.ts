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

/** A page that its release does not name as open. */
const closed = (remote: string) => ({ remote, needsSignIn: true });

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

  test('halted: a running page leaves it at a safe moment', async () => {
    bench.point(canary(10));
    await load();
    bench.remotes.mounted('market', aHandle());
    bench.point(canary(10, { apply: 'next-safe' }, true));
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

  test('it fails while its remote is switched off: that is seen, and no other release of it; left, it is switched off', async () => {
    bench.ticket = aTicket('market', three, endsAtMs());
    bench.behaviours.set(three.version, [{ exposes: {} }]);
    bench.point(aRemotePointer(two, { disabled: { message: { en: 'Back at noon' } } }));
    await load();
    expect([shown(), bench.asked]).toEqual(['failed', [three.version]]);
    bench.remotes.leavePreview();
    await bench.clock.turn(0);
    expect([shown(), bench.remotes.preview.value]).toEqual(['disabled', undefined]);
  });

  test.each<[string, () => string]>([
    ['signed by somebody else', () => aTicket('market', three, endsAtMs(), 'YmFk')],
    ['expired', () => aTicket('market', three, bench.serverMs)],
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

  test('this host cannot load its release: the stable one is shown, and nobody is told that they see a preview', async () => {
    previewed(aTicket('market', { ...three, contract: '^9.0' }, endsAtMs()));
    await load();
    expect([shown(), bench.remotes.preview.value, bench.ticket]).toEqual([two.version, undefined, undefined]);
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

  test('it expires while a form is open, and the person leaves it then: back as soon as the form is closed', async () => {
    previewed(aTicket('market', three, endsAtMs()));
    await load();
    let isFormOpen = true;
    bench.remotes.mounted('market', aHandle({ canRelease: () => (isFormOpen ? { reason: 'form' } : true) }));
    await bench.clock.turn(600_000);
    bench.remotes.leavePreview();
    isFormOpen = false;
    await bench.clock.turn(2000);
    expect([shown(), bench.remotes.preview.value]).toEqual([two.version, undefined]);
  });

  test('its release has a page of its own: routed until the stable one is back', async () => {
    previewed(aTicket('market', { ...three, pages: ['/pages/fair/index'] }, endsAtMs()));
    await load();
    expect(bench.remotes.pages.value).toEqual({ '/pages/fair/index': closed('market') });
    const leave = bench.remotes.mounted('market', aHandle());
    await bench.clock.turn(600_000);
    expect(bench.remotes.pages.value).toEqual({ '/pages/fair/index': closed('market') });
    leave();
    expect([shown(), bench.remotes.pages.value]).toEqual([two.version, {}]);
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

describe('a preview of a remote that was never promoted', () => {
  const page = '/pages/promo/index';
  const promo = aRelease('0.1.0+0000000a', { pages: [page] });
  const preview = async (release = promo, signature?: string): Promise<void> => {
    bench.ticket = aTicket('promo', release, bench.serverMs + 600_000, signature);
    bench.point(aRemotePointer(two));
    bench.remotes.start();
    await load('promo');
  };
  const seen = () => ({
    shown: shown('promo'),
    pages: bench.remotes.pages.value,
    banner: bench.remotes.preview.value?.release.version,
  });
  const previewed = { shown: promo.version, pages: { [page]: closed('promo') }, banner: promo.version };
  const gone = { shown: 'failed', pages: {}, banner: undefined };

  test('it is shown and routed; the server hears the serial that is live', async () => {
    await preview();
    expect(seen()).toEqual(previewed);
    expect(bench.remotes.running.value).toEqual({ serial: 1, remotes: { promo: promo.version } });
  });

  test('signed by somebody else: nothing is loaded or routed', async () => {
    await preview(promo, 'YmFk');
    expect([seen(), bench.asked, bench.ticket]).toEqual([gone, [], undefined]);
  });

  test('left: it goes at once, with page and banner', async () => {
    await preview();
    bench.remotes.mounted('promo', aHandle());
    bench.remotes.leavePreview();
    await bench.clock.turn(0);
    expect([seen(), bench.ticket]).toEqual([gone, undefined]);
    expect(bench.remotes.running.value).toEqual({ serial: 1, remotes: {} });
  });

  test('left before it was opened: its page is not known any more', async () => {
    bench.ticket = aTicket('promo', promo, bench.serverMs + 600_000);
    bench.point(aRemotePointer(two));
    bench.remotes.start();
    await bench.clock.turn(0);
    expect(seen()).toEqual({ ...previewed, shown: 'idle' });
    bench.remotes.leavePreview();
    await bench.clock.turn(0);
    expect(seen()).toEqual({ ...gone, shown: 'idle' });
  });

  test('it expires while a form is open: everything stays until nobody looks and the form is closed', async () => {
    await preview();
    let isFormOpen = true;
    bench.remotes.mounted('promo', aHandle({ canRelease: () => (isFormOpen ? { reason: 'form' } : true) }));
    await bench.clock.turn(600_000);
    await hide();
    expect([seen(), bench.ticket]).toEqual([previewed, undefined]);
    bench.isHidden = false;
    isFormOpen = false;
    await bench.clock.turn(10_000);
    expect(seen()).toEqual(previewed);
    await hide();
    expect(seen()).toEqual(gone);
  });

  test('left while a form is open: another change of the pointer does not make it wait longer', async () => {
    await preview();
    let isFormOpen = true;
    bench.remotes.mounted('promo', aHandle({ canRelease: () => (isFormOpen ? { reason: 'form' } : true) }));
    bench.remotes.leavePreview();
    bench.point(aRemotePointer(one));
    await bench.announce();
    expect(seen()).toEqual(previewed);
    isFormOpen = false;
    await bench.clock.turn(2000);
    expect(seen()).toEqual(gone);
  });

  test('it is promoted meanwhile: leaving changes nothing on screen, the banner goes', async () => {
    await preview();
    bench.point(aRemotePointer(two), { promo: aRemotePointer(promo) });
    await bench.announce();
    bench.remotes.leavePreview();
    await bench.clock.turn(0);
    expect(seen()).toEqual({ ...previewed, banner: undefined });
    expect(bench.asked).toEqual([promo.version]);
  });

  test.each<[string, Partial<typeof promo>, object | undefined, string]>([
    ['this host cannot load', { contract: '^9.0' }, undefined, 'incompatible'],
    ['is no remote', {}, {}, 'invalid-module'],
  ])('a release that %s: its failure has its page and its banner until the person leaves', async (_, change, exposes, kind) => {
    if (exposes !== undefined) bench.behaviours.set(promo.version, [{ exposes }]);
    await preview({ ...promo, ...change });
    expect(bench.remotes.state('promo').value).toMatchObject({ failure: { kind, version: promo.version } });
    expect(seen()).toEqual({ ...previewed, shown: 'failed' });
    bench.remotes.leavePreview();
    await bench.clock.turn(0);
    expect(seen()).toEqual(gone);
  });
});

describe("a remote beyond the host's own table", () => {
  const promo = aRelease('0.1.0+0000000a', {
    entry: 'https://cdn.example/r/promo/0.1.0+0000000a/remoteEntry.js',
    pages: ['/pages/promo/index', '/pages/fair/index'],
  });
  const fair = aRelease('0.2.0+0000000b', { pages: ['/pages/fair/index'], openPages: ['/pages/fair/index'] });

  test('its pages are known with the pointer; one that two claim goes to the first name; it loads like any other', async () => {
    expect(bench.remotes.pages.value).toBeUndefined();
    bench.point(aRemotePointer(two), { promo: aRemotePointer(promo), fair: aRemotePointer(fair) });
    await load('promo');
    expect(bench.remotes.pages.value).toEqual({
      '/pages/promo/index': closed('promo'),
      '/pages/fair/index': { remote: 'fair', needsSignIn: false },
    });
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

test("what runs is told as it changes: the pointer's serial, and each version in use", async () => {
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
