import { expect } from 'playwright/test';
import { LanguagePage } from './LanguagePage';
import { Screen } from './Screen';
import { openPage } from './openPage';

const themeKeys = { light: 'themeLight', dark: 'themeDark', system: 'themeSystem' } as const;

export class SettingsPage extends Screen {
  static readonly path = '/pages/user/set';

  async open(): Promise<this> {
    await openPage(this.page, SettingsPage.path);
    return this;
  }

  async isShown(): Promise<void> {
    await this.isAt(SettingsPage.path);
    await expect(this.heading(this.words('account:settings.title'))).toBeVisible();
  }

  async chooseTheme(theme: keyof typeof themeKeys): Promise<void> {
    await this.choose(this.words('account:settings.theme'), this.words(`account:settings.${themeKeys[theme]}`));
  }

  /** Of the page's ground, 0 (black) to 255 (white). */
  async brightness(): Promise<number> {
    return this.page.evaluate(() => {
      const channels = getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g) ?? [];
      return Math.max(...channels.slice(0, 3).map(Number));
    });
  }

  /** The whole account, as the file that is saved. */
  async exportAccount(): Promise<string> {
    await this.button(this.words('account:settings.export')).click();
    const sheet = this.page.getByRole('dialog', { name: this.words('account:export.title') });
    const text = await this.download(() => this.button(this.words('account:export.start'), sheet).click(), 60_000);
    await expect(sheet.getByText(this.words('account:export.done'))).toBeVisible();
    return text;
  }

  async toLanguages(): Promise<LanguagePage> {
    await this.button(new RegExp(`^${this.words('account:settings.language')}`)).click();
    return new LanguagePage(this.page, this.words);
  }
}
