/** A newcomer: the notice about regions, registration with the puzzle, the first look at both accounts. */
import { expect } from 'playwright/test';
import { newCredentials } from '../fixtures/registerNewcomer';
import { test } from '../fixtures/session';
import { AssetsPage } from '../pages/AssetsPage';
import { Frame } from '../pages/Frame';
import { HomePage } from '../pages/HomePage';
import { RegisterPage } from '../pages/RegisterPage';

test('a first visit: the notice is read, an account is made with the puzzle, and the app is open', async ({ page }) => {
  const home = await new HomePage(page).open();
  const frame = new Frame(page);
  await expect(frame.welcome).toContainText('North Korea, Israel, China, Vanuatu and Cuba');
  await frame.acceptWelcome();
  await home.isShown();

  const login = await home.toLogin();
  const register = await login.toRegister();
  await register.isShown();
  await register.register(newCredentials());

  await home.isShown();
  const centre = await home.toCentre();
  await centre.isShown();
  await expect(page.getByText(/^e2•+@mail\.example$/)).toBeVisible();

  const assets = await new AssetsPage(page).open();
  await assets.isShown();
  await expect(assets.netEquity).toHaveText(/^0\.00/);
});

test('a restricted country cannot be chosen', async ({ visitor }) => {
  const register = await new RegisterPage(visitor).open();
  await register.isShown();
  const options = visitor.getByLabel('Country of residence').locator('option', { hasText: 'service not offered' });
  await expect(options).toHaveCount(5);
  for (const option of await options.all()) await expect(option).toBeDisabled();
});
