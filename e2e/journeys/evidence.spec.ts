/** The device keeps its own evidence: what the exchange shows otherwise later is noticed, said above every page, and can be taken along. */
import { expect } from 'playwright/test';
import type { TickAnchor } from '@tessera/shared/contract';
import type { EvidenceFile } from '@tessera/shared/fairness';
import { seriousFindings } from '../accessibility/seriousFindings';
import { test } from '../fixtures/session';
import { ContractPage } from '../pages/ContractPage';
import { FairnessPage } from '../pages/FairnessPage';
import { HomePage } from '../pages/HomePage';

// A young server publishes its first root when its first minute is over.
const firstRootMs = 150_000;
test.setTimeout(300_000);

test('a root that was rewritten after this device kept it', async ({ member }) => {
  const contract = await new ContractPage(member).open('BTC-USDT');
  await contract.isShown();
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
  await expect(fairness.alert).toBeVisible();
  await fairness.button(fairness.words('host:evidence.look'), fairness.alert).click();
  await fairness.isShown();
  const file = JSON.parse(await fairness.save()) as EvidenceFile;
  expect(file.differences[0]).toMatchObject({ kind: 'root', shown: forged });
  expect(file.roots.some(({ root }) => root === file.differences[0]?.kept)).toBe(true);

  await fairness.markRead();
  await new HomePage(member).open();
  await expect(fairness.alert).toHaveCount(0);
});

test('a revealed day is drawn again on the device, in a worker, and is the published log', async ({ member }) => {
  const fairness = await new FairnessPage(member).open();
  const sheet = await fairness.redrawNewest();
  await expect(sheet.getByText(/^0 of [1-9][\d,]* differ$/)).toBeVisible({ timeout: 120_000 });
  expect.soft(await seriousFindings(member), 'redrawn').toEqual([]);
});
