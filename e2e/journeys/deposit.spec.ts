/** Money from a chain and back to it: an address that the page has checked, a true payment, trades, a payout that the chain shows, and a statement of all that. */
import { randomBytes } from 'node:crypto';
import { expect } from 'playwright/test';
import { aDayLater } from '../fixtures/aDayLater';
import { anOperator } from '../fixtures/anOperator';
import { certify } from '../fixtures/applyForIdentity';
import { callExchange } from '../fixtures/callExchange';
import { codeSentTo } from '../fixtures/codeSentTo';
import { exactSum } from '../fixtures/exactSum';
import { balanceAt, mine, sendCoin } from '../fixtures/localChain';
import { registerNewcomer } from '../fixtures/registerNewcomer';
import { test } from '../fixtures/session';
import { tradeSpot } from '../fixtures/trades';
import { loadPage, openPage } from '../pages/openPage';
import { StatementPage } from '../pages/StatementPage';
import { turnTo } from '../pages/turnTo';

test.setTimeout(180_000);

const paymentPassword = 'pebbles-8';

test('in by a payment that goes live through its confirmations, and out by one whose hash the person sees', async ({
  browserOf,
}) => {
  test.skip(process.env['TESSERA_CHAIN_URL'] === undefined, 'the server that is named reads no chain of ours');
  const person = await aPersonWhoMayWithdraw();
  const { token, userId, operator, outside } = person;
  const page = await browserOf({ token, userInfo: JSON.stringify(await callExchange('userInfo', {}, token)) });
  const main = page.getByRole('main');
  const coin = async (asset: string) => (await callExchange('walletInfo', { asset }, token)).coin;

  await test.step('in: nobody reloads, and nobody sends a picture', async () => {
    await openPage(page, '/pages/assets/topup?asset=ETH');
    await page.getByLabel('Network').selectOption('ethereum');
    await expect(page.getByText(/^Checked on this device/)).toBeVisible();
    const address = (await page.getByRole('group', { name: 'Address on Ethereum (ERC-20)' }).textContent()) ?? '';
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
    await expect(page.getByLabel('Amount paid')).toHaveCount(0);
    await page.getByRole('button', { name: 'See my top-ups' }).click();
    await expect(page.getByText('No top-ups')).toBeVisible();

    await sendCoin(address, 250_000_000_000_000_000n);
    await mine(1);
    const row = page.getByRole('button', { name: /^Crypto/ });
    await expect(row).toContainText('Callback in progress');
    await expect(row).toContainText('0 of 12');
    await mine(5);
    await expect(row).toContainText('5 of 12');
    await mine(7);
    await expect(row).toContainText('Success');
    await expect(row).toContainText('0.25');
    await row.click();
    await expect(page.getByRole('dialog').getByText('12 of 12')).toBeVisible();
    expect((await coin('ETH')).available).toBe('0.25');
  });

  await test.step('not yet: what is in the way is said before anything is typed', async () => {
    await page.getByRole('dialog').getByRole('button', { name: /Close/ }).click();
    await turnTo(page, '/pages/assets/withdraw');
    await expect(main.getByText(/^Possible from/)).toHaveCount(3);
    await expect(main.getByText(/^0 of [1-9][\d,.]* USDT$/)).toBeVisible();
    await aDayLater(userId);
    const sold = await tradeSpot(token, 'ETH-USDT', { side: 'sell', quantity: '0.25' });
    await tradeSpot(token, 'ETH-USDT', { side: 'buy', total: (Number(sold) * 0.99).toFixed(2) });
  });

  await test.step('out: approved by an operator, sent by the exchange, and shown with the hash that the chain knows', async () => {
    await loadPage(page, '/pages/assets/withdraw');
    await expect(main.getByText('Everything is in place.')).toBeVisible();
    await main.getByLabel('To', { exact: true }).selectOption({ index: 1 });
    await main.getByLabel('Amount', { exact: true }).fill('0.1');
    await main.getByRole('button', { name: 'Continue' }).click();
    const review = page.getByRole('dialog');
    await review.getByRole('button', { name: 'Confirm', exact: true }).click();
    await review.getByLabel('Payment password', { exact: true }).fill(paymentPassword);
    await review.getByRole('button', { name: 'Confirm', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'My own wallet' });
    await expect(sheet.getByText('Under review', { exact: true })).toBeVisible();
    expect((await coin('ETH')).frozen).toBe('0.1');

    await operator.approve(userId);
    await expect(sheet.getByText('In no block of the network yet.')).toBeVisible();
    const [sent] = (await callExchange('withdrawalLog', {}, token)).items;
    await mine(1);
    await expect(sheet.getByText('Confirmations: 0 of 12')).toBeVisible();
    await mine(12);
    await expect(sheet.getByText('Success', { exact: true })).toBeVisible();
    await expect(sheet.getByText(/^0x[0-9a-f]{64}$/)).toHaveText(sent?.sending?.transaction ?? '');
    expect(await balanceAt(outside)).toBe(weiOf(sent?.receives ?? ''));
    expect((await coin('ETH')).frozen).toBe('0');
    await sheet.getByRole('button', { name: /Close/ }).click();
  });

  await test.step('the statement of the month: what is read on it adds up, and so does its file', async () => {
    const statement = await new StatementPage(page).open('ETH');
    await statement.addsUp();
    const [opening = '', ...moved] = await statement.figures();
    const closing = moved.pop() ?? '';
    expect([opening, closing].map((text) => exactSum(text))).toEqual(['0', (await coin('ETH')).available]);
    expect(moved).toHaveLength(3);
    expect(exactSum(opening, ...moved)).toBe(exactSum(closing));
    expect(exactSum(opening, ...(await statement.entries()))).toBe(exactSum(closing));

    const lines = (await statement.save()).trim().split('\r\n').slice(1);
    const fields = lines
      .map((line) => line.split(','))
      .map(({ 5: kind, 6: amount = '', 8: balance }) => ({ kind, amount, balance }));
    expect([fields[0], fields.at(-1)]).toMatchObject([
      { kind: 'opening', balance: '0' },
      { kind: 'closing', balance: exactSum(closing) },
    ]);
    const entries = fields.slice(1, -1).map(({ amount }) => amount);
    expect(entries).toHaveLength(4);
    expect(exactSum(opening, ...entries)).toBe(exactSum(closing));
  });
});

/** On the real account: verified, with a payment password and an address of his own on the chain, all of it new. */
async function aPersonWhoMayWithdraw() {
  const { session, account, password } = await registerNewcomer();
  const { token: first, userId } = await callExchange('switchAccount', { mode: 'real' }, session.token);
  const operator = await anOperator(['identity', 'treasury']);
  await certify(first, () => operator.approve(userId));
  const outside = `0x${randomBytes(20).toString('hex')}`;
  await callExchange('sendEmailCode', { account, purpose: 'payee' }, first);
  const ofPayee = await codeSentTo(account);
  const payee = { kind: 'wallet', asset: 'ETH', network: 'ethereum', address: outside, label: 'My own wallet' } as const;
  await callExchange('payeeSave', { ...payee, code: ofPayee, stepUpPassword: password }, first);
  await callExchange('sendEmailCode', { account, purpose: 'payment_password' }, first);
  await expect.poll(() => codeSentTo(account)).not.toBe(ofPayee);
  const own = { kind: 'payment', password: paymentPassword, passwordAgain: paymentPassword } as const;
  const code = await codeSentTo(account);
  // Every session ends, and another one takes the place of this.
  const { token = '' } = await callExchange('updatePassword', { ...own, code, stepUpPassword: password }, first);
  return { token, userId, operator, outside };
}

const weiOf = (ether: string): bigint => {
  const [whole = '', decimals = ''] = ether.split('.');
  return BigInt(whole + decimals.padEnd(18, '0'));
};
