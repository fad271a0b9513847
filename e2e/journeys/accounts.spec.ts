/** Real and demo: never mistaken for each other, and the money of one is never seen in the other. */
import { expect } from 'playwright/test';
import { registerNewcomer } from '../fixtures/registerNewcomer';
import { test } from '../fixtures/session';
import { shownFigure } from '../fixtures/shownFigure';
import { availableOf, openAssets } from '../fixtures/wallet';
import { Frame } from '../pages/Frame';
import { HomePage } from '../pages/HomePage';
import { SwitchAccountPage } from '../pages/SwitchAccountPage';
import { TabBar } from '../pages/TabBar';

test('demo to real and back: ribbon, title, unit and balances change together; no demo figure is painted in the real account', async ({
  browserOf,
}) => {
  // A person of his own, who is nobody else's when he is on his real account.
  const visitor = await browserOf((await registerNewcomer()).session);
  const frame = new Frame(visitor);
  const { assets, wallet: demo } = await openAssets(visitor);
  const demoFigure = shownFigure(availableOf(demo), 2);
  expect(demo.mode).toBe('demo');
  await expect(frame.demoRibbon).toBeVisible();
  await expect(visitor).toHaveTitle(/^DEMO · /);
  await expect(assets.demoNote).toBeVisible();
  await expect(assets.coin('dUSDT')).toContainText(demoFigure);

  const home = await new TabBar(visitor).toHome();
  const centre = await home.toCentre();
  const account = await centre.toSwitchAccount();
  await account.isShown();
  await frame.watchFor(demoFigure);
  await account.use('real');
  await expect(frame.demoRibbon).toBeHidden();
  await account.goBack();
  await centre.isShown();
  await centre.goBack();
  await home.isShown();
  await new TabBar(visitor).toAssets();
  await assets.isShown();
  await expect(assets.netEquity).toHaveText(/^0\.00/);
  await expect(assets.demoNote).toBeHidden();
  await expect(visitor).not.toHaveTitle(/DEMO/);
  await expect(visitor.getByRole('main')).not.toContainText('dUSDT');
  expect(await frame.wasSeen()).toBe(false);

  await (await new SwitchAccountPage(visitor).open()).use('demo');
  await expect(frame.demoRibbon).toBeVisible();
  await new HomePage(visitor).open();
  await new TabBar(visitor).toAssets();
  await expect(assets.coin('dUSDT')).toContainText(demoFigure);
});
