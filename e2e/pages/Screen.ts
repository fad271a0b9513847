/**
 * What every screen's object shares. A page object speaks a person's intents; controls are found by role and by the name that
 * they have in the language of the page; a method that leads to another screen hands back that screen.
 */
import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from 'playwright/test';
import { wordsOf, type Words } from '../fixtures/words';

export abstract class Screen {
  constructor(
    readonly page: Page,
    readonly words: Words = wordsOf('en'),
  ) {}

  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name, exact: true });
  }

  button(name: string | RegExp, within: Locator | Page = this.page): Locator {
    return within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  }

  /** The message at the top of the screen. */
  toast(text: string | RegExp): Locator {
    return this.page.getByRole('region', { name: this.words('host:toast.label') }).getByText(text);
  }

  /** Does what a message answers. A newer message takes it away within a moment, so the page itself looks for it, at each change. */
  async answersWith(text: string, act: () => Promise<void>): Promise<void> {
    const region = this.page.getByRole('region', { name: this.words('host:toast.label'), includeHidden: true });
    const isShown = region.evaluate(
      (element, wanted) =>
        new Promise<void>((resolve) => {
          new MutationObserver((_, observer) => {
            if (!element.textContent.includes(wanted)) return;
            observer.disconnect();
            resolve();
          }).observe(element, { childList: true, subtree: true, characterData: true });
        }),
      text,
    );
    await Promise.all([isShown, act()]);
  }

  /** The value beside a label in a list of figures. */
  valueOf(label: string, within: Locator | Page = this.page): Locator {
    return within
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${escaped(label)}$`) })
      .locator('xpath=following-sibling::dd[1]');
  }

  /** One of several exclusive choices, taken by tapping its words. */
  async choose(group: string, choice: string | RegExp): Promise<void> {
    const choices = this.page.getByRole('radiogroup', { name: group, exact: true });
    const radio = choices.getByRole('radio', typeof choice === 'string' ? { name: choice, exact: true } : { name: choice });
    await radio.locator('xpath=..').click();
    await expect(radio).toBeChecked();
  }

  /** The arrow of the page's header. */
  async goBack(): Promise<void> {
    await this.button(this.words('common:action.back')).click();
  }

  /** Does what saves a file; answers the file's text. `withinMs`: where it is collected first. */
  async download(save: () => Promise<void>, withinMs = 15_000): Promise<string> {
    const [file] = await Promise.all([this.page.waitForEvent('download', { timeout: withinMs }), save()]);
    return readFile(await file.path(), 'utf8');
  }

  async isAt(path: string): Promise<void> {
    await expect(this.page).toHaveURL(new RegExp(`#${escaped(path)}(\\?|$)`));
  }
}

export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
