/** Language and theme: chosen once, everywhere at once, and still there after a reload. */
import { expect } from 'playwright/test';
import { test } from '../fixtures/session';
import { wordsOf } from '../fixtures/words';
import { LanguagePage } from '../pages/LanguagePage';
import { MarketListPage } from '../pages/MarketListPage';
import { shownPrice } from '../pages/marketRow';
import { SettingsPage } from '../pages/SettingsPage';
import { TabBar } from '../pages/TabBar';

// One visit: first the device decides, then the person, who says one thing after the other.
test.use({ goesOn: true });

test('as the device: follows the device while it changes', async ({ visitor }) => {
  await visitor.emulateMedia({ colorScheme: 'dark' });
  const settings = await new SettingsPage(visitor).open();
  await settings.isShown();
  await expect(visitor.locator('html')).toHaveAttribute('data-theme', 'dark');
  await visitor.emulateMedia({ colorScheme: 'light' });
  await expect(visitor.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('dark: at once, after a reload, and on the other pages', async ({ visitor }) => {
  const settings = await new SettingsPage(visitor).open();
  await settings.isShown();
  await settings.chooseTheme('light');
  const light = await settings.brightness();
  await settings.chooseTheme('dark');
  await expect(visitor.locator('html')).toHaveAttribute('data-theme', 'dark');
  const dark = await settings.brightness();
  expect(dark).toBeLessThan(60);
  expect(light).toBeGreaterThan(200);
  await visitor.reload();
  await settings.isShown();
  await expect(visitor.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await settings.brightness()).toBe(dark);
});

/** How the language writes 89334.3 and twenty billion. */
const writes = {
  de: { tag: 'de', price: /^[\d.]+,\d{2}$/, turnover: /[\d,]+\s(Mrd|Mio)/ },
  th: { tag: 'th', price: /^[\d,]+\.\d{2}$/, turnover: /[\d.]+\s?(พันล้าน|ล้าน|B|M)/ },
  zh: { tag: 'zh', price: /^[\d,]+\.\d{2}$/, turnover: /[\d.]+(亿|万)/ },
} as const;

for (const language of ['de', 'th', 'zh'] as const) {
  test(`${language}: texts and figures change at once, and are still so after a reload`, async ({ visitor }) => {
    const english = wordsOf('en');
    const page = await (await new LanguagePage(visitor).open()).speak(language);
    const { words } = page;
    expect(words('account:language.title')).not.toBe(english('account:language.title'));
    await expect(page.heading(words('account:language.title'))).toBeVisible();
    await expect(visitor.locator('html')).toHaveAttribute('lang', new RegExp(`^${writes[language].tag}`));

    const market = await new MarketListPage(visitor, words).open();
    await market.isShown();
    const expectOwnWay = async () => {
      const bar = new TabBar(visitor, words);
      await expect(bar.tabs).toHaveText(['home', 'market', 'trade', 'contract', 'assets'].map((id) => words(`host:tabs.${id}`)));
      await expect.poll(() => shownPrice(market.row('BTC-USDT'))).toMatch(writes[language].price);
      await expect(market.row('BTC-USDT')).toHaveText(writes[language].turnover);
    };
    await expectOwnWay();
    await visitor.reload();
    await expectOwnWay();
  });
}
