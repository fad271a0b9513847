/**
 * Releases on the operators' console in a browser, on the running installation: everything an operator does in an incident, with a page of
 * the remote open beside it. Its remote is its own, so no other test sees what is changed here, and a second try begins anew.
 */
import { expect, type Page } from 'playwright/test';
import { seriousFindings } from '../accessibility/seriousFindings';
import { anOperator, type Operator } from '../fixtures/anOperator';
import { appUrl } from '../fixtures/appUrl';
import { phone } from '../fixtures/phone';
import { test } from '../fixtures/session';
import { ReleasesPage } from '../pages/ReleasesPage';
import { handmadeRelease } from './handmadeRelease';
import { publishHandmade, takeTurn, turnHookMs } from './InstalledReleases';

// Each try runs in a process of its own.
const name = `boarded${process.env['TEST_WORKER_INDEX'] ?? ''}`;
const path = `/pages/${name}/index`;
const options = { pages: [path] };
const old = handmadeRelease(name, '1.0.0+0000b0a1', undefined, options);
const better = handmadeRelease(name, '1.1.0+0000b0a2', undefined, options);
const broken = handmadeRelease(name, '1.2.0+0000b0a3', 'throws-when-run', options);
const [one, two, three] = [old, better, broken].map(({ reference }) => reference.version) as [string, string, string];

test.describe.configure({ mode: 'serial' });

let operator: Operator;
let board: ReleasesPage;
let app: Page;
let endTurn: (() => Promise<void>) | undefined;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(turnHookMs);
  endTurn = await takeTurn();
  [board, app] = [new ReleasesPage(await (await browser.newContext()).newPage()), await (await browser.newContext()).newPage()];
  await Promise.all([old, better, broken].map(publishHandmade));
});
test.afterAll(async () => {
  await endTurn?.();
  await Promise.all([board.page.context().close(), app.context().close()]);
});

const shown = (version: string) => app.getByRole('heading', { name: `${name} ${version}` });
const unproven = (dialog: ReturnType<Page['locator']>) => dialog.getByLabel(/--unproven/).check();

test('an operator without the role sees no releases; one with it sees what is live, and his token stands in no address', async () => {
  operator = await anOperator(['release']);
  const other = await anOperator(['support']);
  await expect(other.call('releasesStatus', {})).rejects.toThrow('REQUEST_UNAUTHORIZED');
  await board.open(operator);
  await expect(board.card(name)).toBeVisible();
  const token = await board.page.evaluate(() => Object.values(sessionStorage).join());
  expect([token.length > 20, board.page.url().includes(token)]).toEqual([true, false]);
});

test('what is published is promoted; what is unproven only on purpose, and the refusal keeps what was typed', async () => {
  const dialog = await board.wish(name, 'Promote');
  await dialog.getByLabel('Version').selectOption(one);
  await dialog.getByLabel('Reason').fill('the first one');
  await expect(dialog.getByText(/^Refused: .*conformance run/)).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toHaveValue('the first one');
  await unproven(dialog);
  await dialog.getByRole('button', { name: 'Promote now' }).click();
  await expect(dialog.getByText(/^Done: /)).toBeVisible();
  await board.leave();
  await board.change(name, 'Promote', 'Promote now', async (wish) => {
    await wish.getByLabel('Version').selectOption(two);
    await unproven(wish);
  });
  await expect(board.place(name, 'stable')).toContainText(two);
  await expect(board.place(name, 'previous')).toContainText(one);
});

test('no box moves away beneath a finger when the server says what would change', async () => {
  let says: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    const mayAnswer = new Promise<void>((answer) => (says = answer));
    void board.page.route('**/ops/api/releases/promote', async (route) => {
      resolve();
      await mayAnswer;
      await route.continue();
    });
  });
  const dialog = await board.wish(name, 'Promote');
  await asked;
  const box = dialog.getByLabel(/--unproven/);
  await box.hover();
  await board.page.mouse.down();
  says();
  await expect(dialog.getByText(/^Refused: .*conformance run/)).toBeVisible();
  await board.page.mouse.up();
  await expect(box).toBeChecked();
  await board.page.unroute('**/ops/api/releases/promote');
  await board.leave();
});

test('rolled back in two taps: the open page follows without a reload, and the remote is locked', async () => {
  await app.addInitScript(() => localStorage.setItem('tessera.welcomeSeen', '1'));
  await app.goto(`${appUrl()}#${path}`);
  await expect(shown(two)).toBeVisible();
  await app.evaluate(() => Object.assign(window, { sameDocument: true }));
  await expect(board.place(name, 'stable')).toContainText(/\b1\b/);

  const dialog = await board.wish(name, 'Roll back');
  await expect(dialog).toContainText('1 session on the live version.');
  await dialog.getByRole('button', { name: 'Roll back now' }).click();
  await expect(dialog.getByText(/^Done: .*locked/)).toBeVisible();
  await board.leave();

  await expect(shown(one)).toBeVisible();
  expect(await app.evaluate(() => 'sameDocument' in window)).toBe(true);
  await expect(board.card(name)).toContainText(`Locked by ${operator.name}`);
});

test('a lock refuses a promotion in words that say how to go on', async () => {
  const dialog = await board.wish(name, 'Promote');
  await dialog.getByLabel('Version').selectOption(two);
  await unproven(dialog);
  await dialog.getByRole('button', { name: 'Promote now' }).click();
  await expect(dialog.getByText(new RegExp(`^Refused: .*locked by ${operator.name}.*--unlock`))).toBeVisible();
  await expect(dialog.getByLabel('Version')).toHaveValue(two);
  await board.leave();
  await board.change(name, 'Unlock', 'Unlock now');
});

test('a canary begins, grows, never shrinks, and is halted; the smallest phone shows it without scrolling sideways', async () => {
  const share = (percent: string) => (dialog: ReturnType<Page['locator']>) => dialog.getByLabel(/^Share/).fill(percent);
  const confirm = 'Give it to this share';
  await board.change(name, 'Canary', confirm, async (dialog) => {
    await dialog.getByLabel('Version').selectOption(two);
    await share('5')(dialog);
  });
  await expect(board.place(name, 'canary')).toContainText('5 %');
  await board.change(name, 'Canary', confirm, share('25'));
  await expect(board.place(name, 'canary')).toContainText('25 %');
  await share('10')(await board.wish(name, 'Canary'));
  await expect(board.dialog.getByText(/^Refused: .*a share never falls/)).toBeVisible();
  await board.leave();
  await board.change(name, 'Halt canary', 'Halt now');
  await expect(board.place(name, 'canary')).toContainText('halted at 25 %');

  await board
    .card(name)
    .getByText(/^Published versions/)
    .click();
  await board.page.setViewportSize({ width: 320, height: 568 });
  await expect.poll(() => board.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await board.page.setViewportSize(phone.viewport);
});

test('a broken release fails on a page: the plot and its table say so', async () => {
  await board.change(name, 'Promote', 'Promote now', async (dialog) => {
    await dialog.getByLabel('Version').selectOption(three);
    await dialog.getByLabel(/--now/).check();
    await unproven(dialog);
  });
  const card = board.card(name);
  await expect(card.getByRole('img', { name: /^Failures of the last hour/ })).toBeVisible();
  await card.getByText('Failures as a table').click();
  await expect(card.getByRole('table').filter({ hasText: 'Minute' }).getByRole('row').filter({ hasText: three })).toHaveCount(1);
});

test('disabled with a message per language, and enabled again', async () => {
  await board.change(name, 'Disable', 'Disable now', async (dialog) => {
    await dialog.getByLabel('Message').fill('Back at ten');
    await dialog.getByRole('button', { name: 'Add a language' }).click();
    await dialog.getByLabel('Language').last().fill('zh');
    await dialog.getByLabel('Message').last().fill('十点恢复');
  });
  await expect(app.getByText('Back at ten')).toBeVisible();
  await expect(board.card(name)).toContainText('十点恢复');
  await board.change(name, 'Enable', 'Enable now');
});

test('the history names who, why and what; no page has a serious barrier; a server that is silent is told', async () => {
  await board.history.getByLabel('Of').selectOption(name);
  await expect(board.history.getByRole('listitem').filter({ hasText: 'the first one' }).first()).toContainText(operator.name);
  await expect(board.history).not.toContainText('NOT SIGNED');
  await board.history.getByLabel('Of').selectOption('host');
  await expect(board.history.getByRole('listitem')).toContainText([/^.*host – -> \d+\.\d+\.\d+\+[0-9a-f]{8}/]);
  expect(await seriousFindings(board.page)).toEqual([]);
  await board.page.emulateMedia({ colorScheme: 'dark' });
  await board.wish(name, 'Roll back');
  expect(await seriousFindings(board.page, 'colours')).toEqual([]);
  await board.leave();

  await board.page.route('**/ops/api/releases/**', (route) => route.abort());
  await expect(
    board.page.getByRole('alert').filter({ hasText: /The server does not answer\. What is shown is of .*, not of now\./ }),
  ).toBeVisible();
  await board.page.unroute('**/ops/api/releases/**');
  await expect(board.page.getByText(/^As of /)).toBeVisible();
});
