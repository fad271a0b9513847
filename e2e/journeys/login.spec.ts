/** Logging in: from a ticket, with a finger, without a pointer, with a wrong password; the way back to the page that asked; logging out. */
import { expect } from 'playwright/test';
import { test } from '../fixtures/session';
import { AssetsPage } from '../pages/AssetsPage';
import { CentrePage } from '../pages/CentrePage';
import { ContractPage } from '../pages/ContractPage';
import { Frame } from '../pages/Frame';
import { HomePage } from '../pages/HomePage';
import { LeveragePanel } from '../pages/LeveragePanel';
import { LoginPage } from '../pages/LoginPage';
import { SpotPage } from '../pages/SpotPage';
import { TransferPage } from '../pages/TransferPage';

// One visit: who is logged in at the end is so in the last test alone.
test.use({ goesOn: true });

test('the personal centre of a visitor offers the login', async ({ visitor }) => {
  const centre = await new CentrePage(visitor).open();
  await centre.isShown();
  await expect(visitor.getByText('You are not logged in')).toBeVisible();
});

test('seconds: a visitor sees the terms, and is led to the login when he wants to trade', async ({ visitor }) => {
  const contract = await new ContractPage(visitor).open();
  await contract.isShown();
  await expect(visitor.getByText(/^You need to be right in [\d.]+% of trades to come out even\./)).toBeVisible();
  await contract.logInButton.click();
  await contract.isAt('/pages/login/index');
});

test('leverage: a visitor is told what it is and led to the login', async ({ visitor }) => {
  const panel = await new LeveragePanel(visitor).open('BTC-USDT');
  await panel.logInButton.click();
  await panel.isAt('/pages/login/index');
});

test('spot: a visitor sees the book and the terms, and is led to the login with his order kept', async ({ visitor }) => {
  const spot = await new SpotPage(visitor).open('BTC-USDT', 'buy');
  await spot.isShown();
  await spot.amount.fill('0.01');
  await expect(spot.figure('fee')).toContainText('USDT');
  await expect(spot.submit).toHaveText('Log in to trade');
  await spot.submit.click();
  await spot.isAt('/pages/login/index');
  await visitor.goBack();
  await expect(spot.amount).toHaveValue('0.01');
});

test('a wrong password is refused in a sentence, and what was typed stays', async ({ visitor, newcomer }) => {
  const login = await new LoginPage(visitor).open();
  await (await login.enter({ account: newcomer.account, password: 'three-blue-stones' })).drag();
  await expect(login.refusal('The account or the password is not right.')).toBeVisible();
  await expect(visitor.getByLabel('E-mail or phone')).toHaveValue(newcomer.account);
  await login.isShown();
});

test('the puzzle solved with the arrow keys, then logged out: money pages ask for the login again, and another tab says why it does', async ({
  visitor,
  newcomer,
}) => {
  const login = await new LoginPage(visitor).open();
  await (await login.enter(newcomer)).pressKeys();
  const home = new HomePage(visitor);
  await home.isShown();

  const other = await visitor.context().newPage();
  await (await new AssetsPage(other).open()).isShown();
  await new Frame(other).watchFor('You have been logged out in another tab.');
  const centre = await home.toCentre();
  await centre.logOut();
  await home.isShown();
  await new LoginPage(other).isShown();
  expect(await new Frame(other).wasSeen()).toBe(true);
  await other.close();
  await expect(new Frame(visitor).demoRibbon).toBeHidden();
  await expect.poll(() => visitor.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await new AssetsPage(visitor).open();
  await login.isShown();
});

test('the puzzle solved with its buttons; the page that asked for the login is shown afterwards', async ({
  visitor,
  newcomer,
}) => {
  const transfer = await new TransferPage(visitor).open();
  const login = new LoginPage(visitor);
  await login.isShown();
  await (await login.enter(newcomer)).pressButtons();
  await transfer.isShown();
});
