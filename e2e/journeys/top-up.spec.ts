/** Money in: an address of the operators' list, a picture of the payment, an operator's word; coins can be bought for it, it can be deposited where operators review that, and put into a project until its result. */
import { createHash, randomBytes } from 'node:crypto';
import { createBase58check } from '@scure/base';
import { expect, type Page } from 'playwright/test';
import sharp from 'sharp';
import type { ProjectShown } from '@tessera/shared/operations';
import { anOperator, type Operator } from '../fixtures/anOperator';
import { certify } from '../fixtures/applyForIdentity';
import { callExchange } from '../fixtures/callExchange';
import { exchangeNowMs } from '../fixtures/marketState';
import { registerNewcomer } from '../fixtures/registerNewcomer';
import { test } from '../fixtures/session';
import { depositFor } from '../fixtures/trades';
import { wordsOf } from '../fixtures/words';
import { AssetsPage } from '../pages/AssetsPage';
import { ProjectPage } from '../pages/ProjectPage';
import { SpotPage } from '../pages/SpotPage';
import { TreasurePages } from '../pages/TreasurePages';
import { betweenPages, openPage } from '../pages/openPage';
import { turnTo } from '../pages/turnTo';

test.setTimeout(240_000);

const words = wordsOf('en');

const base58 = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest());
const tronAddress = () => base58.encode(Uint8Array.from([0x41, ...randomBytes(20)]));

test('paid in by a picture, credited without a reload when an operator approves, ready to be traded, deposited after a review, and in a project until its result', async ({
  browserOf,
}) => {
  const { session, password } = await registerNewcomer();
  const { token, userId } = await callExchange('switchAccount', { mode: 'real' }, session.token);
  const [operator, other] = await Promise.all([anOperator(['identity', 'treasury']), anOperator(['treasury'])]);
  await certify(token, () => operator.approve(userId));
  // Payments on this chain nobody reads: operators look. An address counts when two have entered it.
  const addresses = Array.from({ length: 3 }, tronAddress);
  for (const one of [operator, other]) await one.call('addressesAdd', { network: 'tron', addresses });

  const userInfo = JSON.stringify(await callExchange('userInfo', {}, token));
  const page = await browserOf({ token, userInfo });
  const main = page.getByRole('main');
  await openPage(page, '/pages/assets/topup?asset=USDT');
  await main.getByLabel(words('topup:network')).selectOption('tron');
  await expect(main.getByRole('img', { name: words('topup:qr') })).toBeVisible();
  await main.getByLabel(words('topup:amount')).fill('3500');
  const picture = await sharp({ create: { width: 600, height: 900, channels: 3, background: { r: 30, g: 90, b: 160 } } })
    .jpeg()
    .toBuffer();
  const field = `${words('topup:picture', { n: '1' })} ${words('pictures:album')}`;
  await main.getByRole('button', { name: field }).setInputFiles({ name: 'paid.jpg', mimeType: 'image/jpeg', buffer: picture });
  await main.getByRole('button', { name: words('pictures:send') }).click();
  await expect(main.getByText(words('pictures:sent'), { exact: true })).toBeVisible();
  await main.getByRole('button', { name: words('topup:submit'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('topup:confirm') })
    .click();
  await expect(main.getByText(words('topup:status.under_review')).filter({ visible: true }).first()).toBeVisible();

  await turnTo(page, AssetsPage.path);
  const assets = new AssetsPage(page);
  await assets.isShown();
  await expect(assets.coin('USDT')).toContainText('0.00');
  await operator.approve(userId);
  // Nobody reloads: the message of the credit does it.
  await expect(assets.coin('USDT')).toContainText('3,500.00');

  await depositAfterReview(page, { operator, userId, token, password });

  const projectPage = new ProjectPage(page);
  const { id, endsAtMs } = await aProject(operator, other);
  await (await projectPage.open(id, projectName)).join('100', password);

  const spot = await new SpotPage(page).open('BTC-USDT', 'buy');
  await spot.isShown();
  await spot.entrustment('market');
  await spot.amount.fill('150');
  const confirm = await spot.order();
  // What is said once, before the first order with real money.
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('trade:risk.accept') })
    .click();
  // It can be traded with: the same order is placed in spot.spec.ts.
  await confirm.isShown();
  await expect(confirm.sheet).toContainText('150.00 USDT');
  // Until the end on a page that stands still: live prices are drawn also when nobody looks.
  await openPage(page, betweenPages);

  // Its end: one says what came of it, the other one agrees.
  await expect.poll(exchangeNowMs, { timeout: projectLastsMs + 30_000 }).toBeGreaterThan(endsAtMs);
  const texts = [{ language: 'en' as const, statement: 'It went well.' }];
  const result = { id, share: '0.125', texts, reason: 'it has ended' };
  let proposal: Parameters<typeof approveProject>[1] = null;
  // The log of prices comes to the end a moment after the clock.
  const propose = async () => (proposal ??= (await other.call('projectsResult', result).catch(() => null))?.proposal ?? null);
  await expect.poll(propose, { timeout: 30_000 }).not.toBeNull();
  await approveProject(operator, proposal);
  const coinOf = async () => (await callExchange('walletList', {}, token)).coin.find(({ asset }) => asset === 'USDT')?.available;
  await expect.poll(coinOf, { timeout: 60_000 }).toBe('2512.5');
  await projectPage.open(id, projectName);
  await expect(projectPage.valueOf(words('projects:ended.returned'))).toContainText('112.5');
  await projectPage.check();
});

/** What operators decide about: rejected with a reason, taken back by the person, and approved while the page stands there. */
async function depositAfterReview(page: Page, of: Reviewed): Promise<void> {
  const { operator, userId, token, password } = of;
  const treasure = await new TreasurePages(page).open();
  await treasure.buy(365, '1000', password);
  await expect(treasure.sheet.getByText(words('treasure:buy.pendingText'))).toBeVisible();
  await treasure.button(words('treasure:buy.seeOrder'), treasure.sheet).click();
  const badgeOf = (text: string) => treasure.sheet.getByText(text, { exact: true });
  await expect(badgeOf(words('treasure:status.pending_review'))).toBeVisible();
  await operator.reject(userId, 'The origin of the money is not clear yet.');
  await expect(badgeOf(words('treasure:ended.rejected')).first()).toBeVisible();
  await expect(treasure.sheet.getByText('The origin of the money is not clear yet.')).toBeVisible();

  const cancelled = await depositFor(365, '1000', of);
  await treasure.openOrder(cancelled);
  await treasure.takeBack(password);
  await expect(treasure.toast(words('treasure:redeem.cancelledOf', { amount: '1,000', asset: 'USDT' }))).toBeVisible();

  const kept = await depositFor(365, '1000', of);
  await treasure.openOrder(kept);
  await expect(badgeOf(words('treasure:status.pending_review'))).toBeVisible();
  await operator.approve(userId);
  await expect(badgeOf(words('treasure:status.in_custody')).first()).toBeVisible();
  const { items } = await callExchange('treasureOrders', { id: kept }, token);
  expect(items).toMatchObject([{ status: 'in_custody', principal: '1000', earned: '0' }]);
}

interface Reviewed {
  readonly operator: Operator;
  readonly userId: string;
  readonly token: string;
  readonly password: string;
}

const projectName = 'Quiet grid';
/** Time to take part. */
const projectLastsMs = 40_000;

/** As he sees it. */
async function approveProject(operator: Operator, proposal: ProjectShown['proposal']): Promise<void> {
  const proposalId = proposal?.id ?? '';
  const { seen } = await operator.call('projectsApprove', { proposalId, preview: true });
  await operator.call('projectsApprove', { proposalId, seen });
}

/** Proposed by one, approved by the other. */
async function aProject(one: Operator, other: Operator): Promise<{ readonly id: string; readonly endsAtMs: number }> {
  const endsAtMs = (await exchangeNowMs()) + projectLastsMs;
  const { id, proposal } = await one.call('projectsPropose', {
    ...{ asset: 'USDT', min: '10', max: '1000', maxParticipants: 3, capacity: null, closesAtMs: endsAtMs - 1000, endsAtMs },
    texts: [{ language: 'en', name: projectName, about: 'Buys low and sells high.' }],
    reason: 'a new one',
  });
  await approveProject(other, proposal);
  return { id, endsAtMs };
}
