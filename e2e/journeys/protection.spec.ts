/** What protects an account, as a person sets it up: authenticator codes, recovery codes, and the devices that are signed in. */
import { Secret, TOTP } from 'otpauth';
import { expect } from 'playwright/test';
import { codeSentTo } from '../fixtures/codeSentTo';
import { exchangeNowMs } from '../fixtures/marketState';
import { registerNewcomer } from '../fixtures/registerNewcomer';
import { test } from '../fixtures/session';
import { AuthenticatorPage } from '../pages/AuthenticatorPage';
import { CentrePage } from '../pages/CentrePage';
import { HomePage } from '../pages/HomePage';
import { LoginPage } from '../pages/LoginPage';
import { openPage } from '../pages/openPage';

test.setTimeout(120_000);

test('authenticator codes: turned on with the key, asked for at the next login, turned off with a recovery code', async ({
  browserOf,
}) => {
  const person = await registerNewcomer();
  const visitor = await browserOf(person.session);
  const page = await new AuthenticatorPage(visitor).open();
  const key = await page.begin(person.password);
  await page.askForCode();
  const sent = await codeSentTo(person.account);
  // By the exchange's clock, which is ahead of this machine's.
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: await exchangeNowMs() });
  const [first = '', second = ''] = await page.turnOn(code, sent);

  await (await new CentrePage(visitor).open()).logOut();
  await new HomePage(visitor).isShown();
  const login = await new LoginPage(visitor).open();
  await (await login.enter(person)).drag();
  const field = visitor.getByLabel('Code from your authenticator app');
  await expect(field).toBeFocused();
  // The code that turned them on is used up.
  await field.fill(code);
  await login.submit.click();
  await expect(visitor.getByText('The code is wrong or no longer valid')).toBeVisible();
  await field.fill(first.toLowerCase());
  await login.submit.click();
  await expect(login.toast('You are logged in')).toBeVisible();
  await new HomePage(visitor).isShown();

  await page.open();
  await page.turnOff(second, person.password);
  await expect(visitor.getByRole('button', { name: 'Set up' })).toBeVisible();
});

test('all other devices are signed out by one button; the other page says so, and this one stays', async ({ browserOf }) => {
  const person = await registerNewcomer();
  const visitor = await browserOf(person.session);
  const other = await browserOf({});
  await (await new LoginPage(other).open()).logIn(person);
  await openPage(visitor, '/pages/user/devices');
  await visitor.getByRole('button', { name: 'Log out all other devices' }).click();
  await visitor.getByRole('dialog').getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(visitor.getByText('Logged out').first()).toBeVisible();
  await expect.poll(() => other.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await expect(visitor.getByText('This device')).toBeVisible();
  const history = visitor.getByRole('group', { name: 'Login history' });
  await expect(history.getByText('Password')).toHaveCount(1);
  await expect(history.getByText('127.0.0.•')).toHaveCount(2);
});
