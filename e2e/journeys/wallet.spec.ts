/** A person without a password: a wallet in the browser registers him and logs him in; what it signed once opens nothing again. */
import { expect } from 'playwright/test';
import { seriousFindings } from '../accessibility/seriousFindings';
import { callExchange } from '../fixtures/callExchange';
import { injectWallet } from '../fixtures/injectedWallet';
import { test } from '../fixtures/session';
import { CentrePage } from '../pages/CentrePage';
import { HomePage } from '../pages/HomePage';
import { LoginPage } from '../pages/LoginPage';
import { RegisterPage } from '../pages/RegisterPage';

test.setTimeout(120_000);

test('registered and logged in by a wallet with a real key; the signature is good once', async ({ visitor }) => {
  const address = await injectWallet(visitor);
  const register = await new RegisterPage(visitor).open();
  const sheet = await register.byWallet();
  await expect(sheet.text).toContainText('wants you to sign in with your Ethereum account:');
  await expect(sheet.text).toContainText(new RegExp(address, 'i'));
  expect.soft(await seriousFindings(visitor), 'wallet').toEqual([]);
  await sheet.sign();
  await expect(register.toast('Your account is ready')).toBeVisible();
  await new HomePage(visitor).isShown();

  const centre = await new CentrePage(visitor).open();
  await expect(visitor.getByText(`${address.slice(0, 6)}•••${address.slice(-4)}`)).toBeVisible();
  await centre.logOut();
  await new HomePage(visitor).isShown();
  const login = await new LoginPage(visitor).open();
  const again = await login.byWallet();
  const sent = visitor.waitForRequest(/user\/addressreg$/);
  await again.sign();
  const { nonce = '', signature = '' } = Object.fromEntries(new URLSearchParams((await sent).postData() ?? ''));
  await expect(login.toast('You are logged in')).toBeVisible();
  await new HomePage(visitor).isShown();
  await expect(callExchange('addressRegister', { nonce, signature })).rejects.toThrow('AUTH_WALLET_TEXT_EXPIRED');
});
