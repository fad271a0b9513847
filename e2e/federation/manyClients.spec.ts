/**
 * Two hundred clients and real pages through a rollout, a rollback and forward again, on the running exchange with its real
 * socket: every client moves, none reads a damaged or missing file, and an open ticket keeps what was typed into it.
 * How long it takes is measured by `npm run bench -- rollback`, not here.
 */
import { expect, type Page } from 'playwright/test';
import { appUrl } from '../fixtures/appUrl';
import { test } from '../fixtures/session';
import { handmadeRelease } from './handmadeRelease';
import { publishHandmade, release, takeTurn, turnHookMs } from './InstalledReleases';
import { SimulatedClient, trustedKeysOf, until } from './SimulatedClient';

const count = 200;
const remote = 'probe';
const pages = [`/pages/${remote}/index`];
const [first, second] = [
  handmadeRelease(remote, '1.0.0+000000a1', 'holds-on', { pages }),
  handmadeRelease(remote, '1.1.0+000000a2', 'holds-on', { pages }),
];
const [one, two] = [first.reference.version, second.reference.version];

let clients: readonly SimulatedClient[] = [];
let endTurn: (() => Promise<void>) | undefined;
test.beforeAll(async () => {
  test.setTimeout(turnHookMs);
  endTurn = await takeTurn();
});
test.afterAll(async () => {
  await endTurn?.();
  clients.forEach((client) => client.close());
});

async function sessionsOf(version: string): Promise<number | undefined> {
  const status = JSON.parse(await release('status', '--json')) as {
    remotes: Record<string, { sessions: Record<string, number> | null }>;
  };
  return status.remotes[remote]?.sessions?.[version];
}

const heading = (page: Page, version: string) => page.getByRole('heading', { name: `${remote} ${version}` });

async function openProbe(page: Page, mayLeave: boolean): Promise<void> {
  await page.addInitScript((free) => {
    localStorage.setItem('tessera.welcomeSeen', '1');
    Object.assign(window, { mayLeave: free });
  }, mayLeave);
  await page.goto(`${appUrl()}#/pages/${remote}/index`);
  await expect(heading(page, one)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
}

test('200 clients and real pages through rollout, rollback and forward again', async ({ page, context }) => {
  test.setTimeout(180_000);
  await publishHandmade(first);
  await publishHandmade(second);
  await release('promote', remote, one, '--now', '--unproven');

  const place = { origin: new URL(appUrl()).origin, remote, trustedKeys: await trustedKeysOf(appUrl()) };
  clients = Array.from({ length: count }, (_, place_) => new SimulatedClient(place, `client-${place_}`));
  await until('every client runs the first release', () => clients.every(({ version }) => version === one));
  const [busy] = clients;
  busy?.openTicket();
  const free = clients.slice(1);

  // A page at rest and one with an open ticket.
  const ticket = await context.newPage();
  await openProbe(page, true);
  await openProbe(ticket, false);
  await ticket.getByRole('textbox').fill('12.5');

  // What the operator sees: every client and both pages on the first release.
  await expect.poll(async () => sessionsOf(one), { timeout: 30_000 }).toBe(count + 2);

  await release('promote', remote, two, '--now', '--unproven');
  await until('every free client moved', () => free.every(({ version }) => version === two));
  await expect(heading(page, two)).toBeVisible();
  // The two with an open ticket drain later.
  await expect.poll(async () => sessionsOf(one), { timeout: 30_000 }).toBe(2);
  expect(busy?.version).toBe(one);
  await expect(heading(ticket, one)).toBeVisible();
  await expect(ticket.getByRole('textbox')).toHaveValue('12.5');

  await release('rollback', remote, '--now', '--reason', 'two hundred clients');
  await until('every free client is back', () => free.every(({ version }) => version === one));
  await expect(heading(page, one)).toBeVisible();
  await expect(ticket.getByRole('textbox')).toHaveValue('12.5');

  await release('promote', remote, two, '--now', '--unlock', '--unproven');
  await until('every free client is forward again', () => free.every(({ version }) => version === two));
  await expect(heading(page, two)).toBeVisible();
  await expect(ticket.getByRole('textbox')).toHaveValue('12.5');

  busy?.closeTicket();
  await ticket.evaluate(() => Object.assign(window, { mayLeave: true }));
  await until('the client with the ticket moved', () => busy?.version === two);
  await expect(heading(ticket, two)).toBeVisible();

  expect(clients.flatMap(({ failures }) => failures)).toEqual([]);
  expect(free.map(({ moves }) => moves.map(({ version }) => version))).toEqual(free.map(() => [one, two, one, two]));
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  expect(await ticket.evaluate(() => 'sameDocument' in window)).toBe(true);
});
