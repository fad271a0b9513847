/**
 * One browser page that is led from page to page of the app and says what is wrong with each: another release than the wanted one, no
 * heading, a card that says that something failed, or an error that a person does not see.
 */
import { expect, type Browser, type BrowserContext, type Page } from 'playwright/test';
import { phone } from '../fixtures/phone';
import { rememberedBrowser, type Remembered } from '../fixtures/rememberedBrowser';
import { wordsOf } from '../fixtures/words';
import { loadPage } from '../pages/openPage';
import type { JudgedPage } from './pagesOfRemotes';

const limit = { timeout: 15_000 };
const words = wordsOf('en');

export class JudgedBrowser {
  private readonly errors: string[] = [];

  private constructor(
    private readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  static async open(browser: Browser, kept: Remembered): Promise<JudgedBrowser> {
    const context = await browser.newContext({
      ...phone,
      deviceScaleFactor: 1,
      serviceWorkers: 'block',
      storageState: rememberedBrowser(kept),
    });
    const judged = new JudgedBrowser(context, await context.newPage());
    judged.page.on('pageerror', (error) => judged.errors.push(`page error: ${error.message}`));
    judged.page.on('console', (message) => {
      if (message.type() === 'error') judged.errors.push(`console: ${message.text()}`);
    });
    return judged;
  }

  /** As a shared link does. */
  async open({ address }: JudgedPage): Promise<void> {
    await loadPage(this.page, address);
  }

  /** As a tap on a link does: the page of before lives on. */
  async go({ address }: JudgedPage): Promise<void> {
    await this.page.evaluate((hash) => {
      location.hash = hash;
    }, address);
  }

  /** What is wrong with the page that stands there now; empty when nothing is. What was met before this is forgotten. */
  async faults(remote: string, version: string, { shows }: JudgedPage): Promise<readonly string[]> {
    const outlet = this.page.locator(`[data-remote="${remote}"][data-remote-version]`);
    const wanted = this.page.locator(`[data-remote="${remote}"][data-remote-version="${version}"]`);
    const found: string[] = [];
    const must = async (complaint: () => Promise<string>, check: Promise<void>): Promise<void> => {
      await check.catch(async () => found.push(await complaint()));
    };
    await must(
      async () =>
        `not shown: ${(await outlet.getAttribute('data-remote-version', { timeout: 1000 }).catch(() => null)) ?? (await this.text())}`,
      expect(wanted).toBeAttached(limit),
    );
    if (found.length === 0) {
      await must(
        async () => `no heading: ${await this.text()}`,
        expect(wanted.getByRole('heading', { level: 1 }).first()).toHaveAccessibleName(/\S/, limit),
      );
      await must(async () => 'keeps loading', expect(wanted.locator('[aria-busy=true]')).toHaveCount(0, limit));
      if (shows !== undefined)
        await must(async () => `nothing like ${shows}`, expect(wanted.locator(shows).first()).toBeAttached(limit));
      const cards = await wanted
        .getByRole('alert')
        .filter({ hasText: new RegExp(`${words('common:state.failed')}|${words('common:state.failedCode', { code: '' })}`) })
        .allInnerTexts();
      found.push(...cards.map((text) => `card: ${oneLine(text)}`));
    }
    if (found.length === 0 && (await wanted.count()) === 0) found.push(`taken down: ${await this.text()}`);
    found.push(...this.errors.splice(0));
    return found;
  }

  async close(): Promise<void> {
    await this.context.close();
  }

  private async text(): Promise<string> {
    return oneLine(await this.page.locator('body').innerText()).slice(0, 160);
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
