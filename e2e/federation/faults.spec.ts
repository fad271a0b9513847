/**
 * A remote's release is absent, broken, hanging, damaged or hostile: the release before is shown, nothing damaged runs, and
 * the other tabs live on. The host is the real one on a real server; between it and the browser stands a server that fails.
 */
import { expect, type Page } from 'playwright/test';
import { FaultServer, type Fault } from '../fixtures/FaultServer';
import { test } from '../fixtures/session';
import { handmadeRelease, type HandmadeRelease, type Misbehaviour } from './handmadeRelease';
import { PlayedReleases, realRelease } from './PlayedReleases';

const good = handmadeRelease('market', '1.0.0+00000001');
const tradeGood = handmadeRelease('trade', '3.0.0+00000003');
const accountGood = handmadeRelease('account', '2.0.0+00000004');
const bad = (misbehaviour?: Misbehaviour) => handmadeRelease('market', '1.1.0+00000002', misbehaviour);

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const tab = (page: Page, path: string) => page.locator(`nav a[href="#${path}"]`);
const failedCard = (page: Page) => page.getByRole('alert').filter({ has: page.getByRole('heading') });
/** Not until "load": a script that hangs holds that event back. */
const open = (page: Page) => page.goto(server.appUrl, { waitUntil: 'domcontentloaded' });

interface Place {
  readonly remote: string;
  readonly path: string;
  /** The release before. */
  readonly before: HandmadeRelease;
}

/** Three remotes that a visitor sees, so that one page meets three faults. */
const tabs: readonly Place[] = [
  { remote: 'market', path: '/pages/index/index', before: good },
  { remote: 'trade', path: '/pages/trade/index', before: tradeGood },
  { remote: 'account', path: '/pages/login/index', before: accountGood },
];
/** And some that the host knows from the pointer alone. */
const places: readonly Place[] = [
  ...tabs,
  ...['east', 'north', 'south', 'west', 'middle', 'upper', 'lower', 'inner', 'outer', 'near', 'far', 'old', 'new'].map(
    (remote): Place => {
      const path = `/pages/${remote}/index`;
      return { remote, path, before: handmadeRelease(remote, '5.0.0+00000005', undefined, { pages: [path] }) };
    },
  ),
];

const isTab = (name: string): boolean => tabs.some(({ remote }) => remote === name);

/** One for each of `size` places. */
const inGroups = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, group) => items.slice(group * size, (group + 1) * size));

/** Makes what `liveAt` answers the live release of so many places, over the release before. */
function goLive(count: number, liveAt: (place: Place, index: number) => HandmadeRelease['reference']): void {
  for (const [index, place] of places.slice(0, count).entries()) {
    played.serve(place.before);
    played.point(place.remote, liveAt(place, index), { previous: place.before.reference });
  }
}

/** From place to place of one page. */
async function expectReleasesBefore(page: Page, count: number): Promise<void> {
  for (const { remote, path, before } of places.slice(0, count)) {
    await page.evaluate((hash) => (window.location.hash = hash), path);
    await expect(heading(page, `${remote} ${before.reference.version}`)).toBeVisible();
  }
}

let server: FaultServer;
let played: PlayedReleases;
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('tessera.welcomeSeen', '1'));
  server = await FaultServer.open();
  played = new PlayedReleases(server);
  played.serve(good);
  played.serve(tradeGood);
  played.point('trade', tradeGood.reference);
});
test.afterEach(() => server.close());

const entryFaults: readonly Fault[] = [
  '404',
  '500',
  'hangs',
  'hangs-midway',
  'reset',
  'cut-short',
  'html-for-js',
  'wrong-mime',
  'wrong-encoding',
  'tampered',
  'one-bit',
];

const misbehaviours: readonly Misbehaviour[] = ['throws-when-run', 'mounts-nothing', 'wrong-contract', 'crashes-on-mount'];

/** What is wrong with the live release of each place: how its entry is answered, or what it does when it runs. The last only comes late. */
const faulty: readonly { readonly fault?: Fault; readonly misbehaviour?: Misbehaviour }[] = [
  ...entryFaults.map((fault) => ({ fault })),
  ...misbehaviours.map((misbehaviour) => ({ misbehaviour })),
  { fault: 'slow' },
];
test('live releases whose entries are answered with a fault, or that misbehave: the releases before are shown, each page works; one that is slow, but within the limit, is shown itself', async ({
  page,
}) => {
  expect(faulty).toHaveLength(places.length);
  const live = places.map(({ remote, path }, index) =>
    handmadeRelease(remote, `4.0.0+000000${10 + index}`, faulty[index]?.misbehaviour, isTab(remote) ? {} : { pages: [path] }),
  );
  goLive(places.length, (_, index) => {
    played.serve(live[index]!, faulty[index]?.fault);
    return live[index]!.reference;
  });
  await open(page);
  await expectReleasesBefore(page, places.length - 1);
  const refused = live.flatMap(({ reference }, index) => (entryFaults.includes(faulty[index]!.fault!) ? [reference.global] : []));
  expect(refused).toHaveLength(entryFaults.length);
  expect(await page.evaluate((globals) => [...globals, 'tampered'].filter((name) => name in window), refused)).toEqual([]);
  const slow = places.at(-1)!;
  await page.evaluate((hash) => (window.location.hash = hash), slow.path);
  await expect(heading(page, `${slow.remote} ${live.at(-1)!.reference.version}`)).toBeVisible();
});

test('the fault server can tell: loaded without integrity, the tampered entry does run', async ({ page }) => {
  const live = bad();
  played.serve(live, 'tampered');
  await page.addScriptTag({ url: `${server.origin}${live.reference.entry}` });
  expect(await page.evaluate(() => 'tampered' in window)).toBe(true);
});

const firstChunkFaults: readonly (readonly [kind: 'js' | 'css', fault: Fault])[] = [
  ['js', 'tampered'],
  ['js', '404'],
  ['js', 'one-bit'],
  ['js', 'html-for-js'],
  ['js', 'reset'],
  ['js', 'cut-short'],
  ['js', 'hangs-midway'],
  ['css', 'tampered'],
  ['css', '404'],
];
for (const faults of inGroups(firstChunkFaults, tabs.length)) {
  test(`a first file of real releases is answered with ${faults.map((each) => each.join(' ')).join(', ')}: nothing of it counts, the releases before are shown`, async ({
    page,
  }) => {
    goLive(faults.length, ({ remote }, index) => {
      const live = realRelease(remote);
      const [kind, fault] = faults[index]!;
      const chunk = live.preload?.find(({ href }) => href.endsWith(`.${kind}`))?.href;
      if (chunk === undefined) throw new Error(`the real release of ${remote} names its first ${kind} file`);
      server.spoil(chunk, fault);
      return live;
    });
    await open(page);
    await expectReleasesBefore(page, faults.length);
    expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
  });
}

test('the live release crashes twice while it is used: the release before takes its place. Every release of another fails: its tab says so with a support code and offers another try, which succeeds. Other tabs live on', async ({
  page,
}) => {
  const live = bad('crashes-later');
  played.serve(live);
  played.point('market', live.reference, { previous: good.reference });
  played.serve(tradeGood, '500');
  await open(page);
  await expect(heading(page, 'market 1.1.0+00000002')).toBeVisible();
  for (let crash = 0; crash < 2; crash += 1) await page.getByRole('textbox', { name: 'amount' }).click();
  await expect(heading(page, 'market 1.0.0+00000001')).toBeVisible();

  await tab(page, '/pages/trade/index').click();
  const card = failedCard(page);
  await expect(card).toContainText('trade · http · 3.0.0+00000003');
  await tab(page, '/pages/index/index').click();
  await expect(heading(page, 'market 1.0.0+00000001')).toBeVisible();
  await tab(page, '/pages/trade/index').click();
  played.serve(tradeGood);
  await card.getByRole('button').first().click();
  await expect(heading(page, 'trade 3.0.0+00000003')).toBeVisible();
});

test('the pointer is forged: on a first visit nothing is loaded. Once one is accepted, that stays in force: also when a forged one comes, an old one played again, well signed, or none, or not as it is', async ({
  page,
}) => {
  played.point('market', good.reference);
  played.forge();
  await open(page);
  await expect(failedCard(page)).toContainText('market · manifest');
  played.point('market', good.reference);
  await page.reload();
  await expect(heading(page, 'market 1.0.0+00000001')).toBeVisible();

  const other = bad();
  played.serve(other);
  const stays = async (what: string): Promise<void> => {
    await page.reload({ waitUntil: 'domcontentloaded' });
    await expect(heading(page, 'market 1.0.0+00000001'), what).toBeVisible();
  };
  played.point('market', other.reference);
  for (const fault of ['500', 'hangs', 'cut-short', 'html-for-js', 'one-bit'] satisfies Fault[]) {
    server.mend();
    server.spoil('/pointer/prod.json', fault);
    await stays(fault);
  }
  server.mend();
  played.forge();
  await stays('forged');
  played.rewind();
  played.point('market', other.reference);
  await stays('an old one');
  played.proceed();
  played.point('market', other.reference);
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(heading(page, 'market 1.1.0+00000002')).toBeVisible();
});

const refusedPointers: readonly (readonly [what: string, spoil: (played: PlayedReleases) => void])[] = [
  ['is signed by another key', (played) => played.signWithAnotherKey()],
  ['has no signature', (played) => played.loseSignature()],
  ['names a release without its integrity', (played) => played.omitIntegrity('market')],
];
test(`the pointer ${refusedPointers.map(([what]) => what).join(', or ')}: nothing is loaded; one that switches the release off says so`, async ({
  page,
}) => {
  for (const [what, spoil] of refusedPointers) {
    server.mend();
    played.point('market', good.reference);
    spoil(played);
    // A document of its own, in a browser that has accepted none so far.
    await page.goto('about:blank');
    await open(page);
    await expect(failedCard(page), what).toContainText('market · manifest');
    await expect(heading(page, 'market 1.0.0+00000001')).toHaveCount(0);
  }
  server.mend();
  played.point('market', good.reference, { disabled: { message: { en: 'Back at noon' } } });
  await page.reload();
  await expect(page.getByText('Back at noon')).toBeVisible();
  await expect(heading(page, 'market 1.0.0+00000001')).toHaveCount(0);
});

test('the pointer hangs at a first visit and then comes again: one press on "Try again" is enough; at a later visit it is taken up when it comes', async ({
  page,
}) => {
  played.serve(good);
  played.point('market', good.reference);
  server.spoil((path) => path.startsWith('/pointer/'), 'hangs');
  await open(page);
  await expect(failedCard(page)).toContainText('market · manifest');
  server.mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, 'market 1.0.0+00000001')).toBeVisible();

  const next = bad();
  played.serve(next);
  played.point('market', next.reference);
  server.spoil((path) => path.startsWith('/pointer/'), 'hangs');
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(heading(page, 'market 1.0.0+00000001')).toBeVisible();
  server.mend();
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(heading(page, 'market 1.1.0+00000002')).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test('rolled back while it is on screen: the older release takes its place without a reload, at the same place in the app; while a form is open the running one stays until it may go', async ({
  page,
}) => {
  const live = bad();
  played.serve(live);
  played.point('market', live.reference, { previous: good.reference });
  await open(page);
  await expect(heading(page, 'market 1.1.0+00000002')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const address = page.url();
  const looks = () => page.evaluate(() => window.dispatchEvent(new Event('online')));
  played.point('market', good.reference, { previous: live.reference });
  await looks();
  await expect(heading(page, 'market 1.0.0+00000001')).toBeVisible();
  await expect(heading(page, 'market 1.1.0+00000002')).toHaveCount(0);
  expect(page.url()).toBe(address);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);

  const busy = handmadeRelease('market', '1.2.0+00000006', 'holds-on');
  const older = handmadeRelease('market', '1.0.1+00000007');
  [busy, older].forEach((made) => played.serve(made));
  played.point('market', busy.reference, { previous: older.reference });
  await looks();
  await expect(heading(page, 'market 1.2.0+00000006')).toBeVisible();
  played.point('market', older.reference, { previous: busy.reference });
  const answered = page.waitForResponse('**/r/market/1.0.1+00000007/remoteEntry.js');
  await looks();
  await answered;
  await expect(heading(page, 'market 1.2.0+00000006')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { mayLeave: true }));
  await expect(heading(page, 'market 1.0.1+00000007')).toBeVisible();
});
