/** The device keeps its own evidence: what the exchange shows otherwise later is noticed, said above every page, and can be taken along. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, type Page } from 'playwright/test';
import type { TickAnchor } from '@tessera/shared/contract';
import type { EvidenceFile } from '@tessera/shared/fairness';
import { seriousFindings } from '../accessibility/seriousFindings';
import { callExchange } from '../fixtures/callExchange';
import { registerNewcomer, type Newcomer } from '../fixtures/registerNewcomer';
import { rememberedBrowser } from '../fixtures/rememberedBrowser';
import { test } from '../fixtures/session';
import { root } from '../fixtures/startProgram';
import { ContractPage } from '../pages/ContractPage';
import { FairnessPage } from '../pages/FairnessPage';
import { HomePage } from '../pages/HomePage';
import { SettingsPage } from '../pages/SettingsPage';

/** Of this file alone: his account as a file holds one order, whatever the worker's newcomer has traded. */
let person: Newcomer;
let member: Page;
test.beforeAll(async ({ browser }) => {
  person = await registerNewcomer();
  member = await (await browser.newContext({ storageState: rememberedBrowser(person.session) })).newPage();
});
test.afterAll(() => member.context().close());

// A young server publishes its first root when its first minute is over.
const firstRootMs = 150_000;
test.setTimeout(300_000);
// What the first one orders is settled by the time the last one exports it.
test.describe.configure({ mode: 'serial' });

test('a root that was rewritten after this device kept it', async () => {
  const contract = await new ContractPage(member).open('BTC-USDT');
  await contract.isShown();
  await contract.chooseSeconds(30);
  await (await contract.order('long', '10')).place();
  await expect(contract.running.first()).toBeVisible();

  const fairness = await new FairnessPage(member).open();
  await expect(fairness.kept).toHaveText(/^[1-9]/, { timeout: firstRootMs });
  expect.soft(await seriousFindings(member), 'fairness').toEqual([]);
  await fairness.compare();
  await expect(member.getByText(/^Seals compared: [1-9]\d*\. All agree\.$/)).toBeVisible();
  await expect(fairness.differences).toHaveCount(0);

  const forged = 'f'.repeat(64);
  await member.route('**/api/fairness/anchors*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { message: { anchors: TickAnchor[] } };
    const anchors = body.message.anchors.map((anchor) => ({ ...anchor, root: forged }));
    await route.fulfill({ response: answer, json: { ...body, message: { anchors } } });
  });
  await fairness.compare();
  await expect(fairness.differences).toBeVisible();
  await expect(member.getByText(new RegExp(forged)).first()).toBeVisible();
  expect.soft(await seriousFindings(member), 'differences').toEqual([]);

  await new HomePage(member).open();
  await member.reload();
  await expect(fairness.alert).toBeVisible();
  await fairness.button(fairness.words('host:evidence.look'), fairness.alert).click();
  await fairness.isShown();
  await member.unrouteAll({ behavior: 'ignoreErrors' });
  const file = JSON.parse(await fairness.save()) as EvidenceFile;
  expect(file.differences[0]).toMatchObject({ kind: 'root', shown: forged });
  expect(file.roots.some(({ root }) => root === file.differences[0]?.kept)).toBe(true);

  await fairness.markRead();
  const home = await new HomePage(member).open();
  await member.reload();
  await home.isShown();
  await expect(fairness.alert).toHaveCount(0);
});

test('a revealed day is drawn again on the device, in a worker, and is the published log', async () => {
  const fairness = await new FairnessPage(member).open();
  const sheet = await fairness.redrawNewest();
  await expect(sheet.getByText(/^0 of [1-9][\d,]* differ$/)).toBeVisible({ timeout: 120_000 });
  expect.soft(await seriousFindings(member), 'redrawn').toEqual([]);
});

test('the whole account as one file, in which the stand-alone verifier finds nothing wrong', async ({ browserOf }) => {
  const { token } = person.session;
  const settled = async () => (await callExchange('secondsOrders', { status: 'closed' }, token)).items.length;
  await expect.poll(settled, { timeout: 90_000 }).toBeGreaterThan(0);

  // In another browser: the one above has kept what was forged.
  const settings = await new SettingsPage(await browserOf(person.session)).open();
  const text = await settings.exportAccount();
  const { orders } = JSON.parse(text) as { readonly orders: readonly { readonly proofs: readonly unknown[] }[] };
  expect(orders.map(({ proofs }) => proofs.length)).toEqual([1]);

  const file = test.info().outputPath('account.json');
  await writeFile(file, text);
  // Ends with another code than 0, and is rejected with what it printed, when one check fails.
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/verify.mjs', file], { cwd: root, timeout: 90_000 });
  expect(stdout).toContain('nothing failed');
});
