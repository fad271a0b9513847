/** A newcomer: the notice about regions, registration with the puzzle, the first look at both accounts. */
import { expect } from 'playwright/test';
import { seriousFindings } from '../accessibility/seriousFindings';
import { newCredentials } from '../fixtures/registerNewcomer';
import { test } from '../fixtures/session';
import { AssetsPage } from '../pages/AssetsPage';
import { Frame } from '../pages/Frame';
import { HomePage } from '../pages/HomePage';

test('a first visit: the notice is read, a restricted country cannot be chosen, an account is made with the puzzle, and the app is open', async ({
  page,
}) => {
  const home = await new HomePage(page).open();
  const frame = new Frame(page);
  await expect(frame.welcome).toContainText('North Korea, Israel, China, Vanuatu and Cuba');
  expect.soft(await seriousFindings(page), 'notice').toEqual([]);
  await frame.acceptWelcome();
  await home.isShown();

  const login = await home.toLogin();
  const register = await login.toRegister();
  await register.isShown();
  const notOffered = page.getByLabel('Country of residence').locator('option', { hasText: 'service not offered' });
  await expect(notOffered).toHaveCount(5);
  for (const option of await notOffered.all()) await expect(option).toBeDisabled();
  await register.register(newCredentials());

  await home.isShown();
  const centre = await home.toCentre();
  await centre.isShown();
  await expect(page.getByText(/^e2•+@mail\.example$/)).toBeVisible();

  const assets = await new AssetsPage(page).open();
  await assets.isShown();
  await expect(assets.netEquity).toHaveText(/^0\.00/);
});
