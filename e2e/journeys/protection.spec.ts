/** What protects an account, as a person sets it up: authenticator codes, recovery codes, the payment password, a phone, and the devices that are signed in. */
import { randomInt } from 'node:crypto';
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
import { turnTo } from '../pages/turnTo';

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

test('all other devices are signed out by one button; a payment password, set from the settings by a code and the login password, confirms a phone written as at home', async ({
  browserOf,
}) => {
  const person = await registerNewcomer();
  const page = await browserOf(person.session);
  await test.step('the other page says so, and this one stays', async () => {
    const other = await browserOf({});
    await (await new LoginPage(other).open()).logIn(person);
    await openPage(page, '/pages/user/devices');
    await page.getByRole('button', { name: 'Log out all other devices' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out', exact: true }).click();
    await expect(page.getByText('Logged out').first()).toBeVisible();
    await expect.poll(() => other.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await expect(page.getByText('This device')).toBeVisible();
    const history = page.getByRole('group', { name: 'Login history' });
    await expect(history.getByText('Password')).toHaveCount(1);
    await expect(history.getByText('127.0.0.•')).toHaveCount(2);
  });

  await test.step('a payment password, and a phone', async () => {
    const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
    const confirm = async (label: string, password: string) => {
      const sheet = page.getByRole('dialog', { name: 'Confirm it is you' });
      await sheet.getByLabel(label, { exact: true }).fill(password);
      await sheet.getByRole('button', { name: 'Confirm', exact: true }).click();
    };
    await openPage(page, '/pages/user/set');
    const row = page.getByRole('main').getByRole('button', { name: /^Payment password/ });
    await expect(row).toContainText('Not set');
    await row.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Payment password' })).toBeVisible();
    await button('Send code').click();
    await expect(page.getByText('a code is on its way')).toBeVisible();
    await page.getByLabel('6-digit code').fill(await codeSentTo(person.account));
    await page.getByLabel('New payment password', { exact: true }).fill('pebbles-8');
    await page.getByLabel('Repeat the new payment password', { exact: true }).fill('pebbles-8');
    await button('Save payment password').click();
    await confirm('Login password', person.password);
    await expect(page.getByText('Payment password saved').first()).toBeVisible();
    await expect(row).not.toContainText('Not set');

    const number = `079 ${randomInt(200, 999)} ${randomInt(10, 99)} ${randomInt(10, 99)}`;
    await turnTo(page, '/pages/user/editPhone');
    await page.getByLabel('Country code').selectOption('CH');
    await page.getByLabel('Phone number').fill(number);
    await button('Send code').click();
    await expect(page.getByText('a code is on its way')).toBeVisible();
    await page.getByLabel('6-digit code').fill(await codeSentTo(`+41${number.slice(1).replaceAll(' ', '')}`));
    await button('Bind phone').click();
    await confirm('Payment password', 'pebbles-8');
    await expect(page.getByText('Phone bound').first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('button', { name: /^Phone/ })).toContainText(number.slice(-2));
  });
});
