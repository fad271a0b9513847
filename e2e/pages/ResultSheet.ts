import { expect, type Locator } from 'playwright/test';
import { ProofPage } from './ProofPage';
import { Screen } from './Screen';

const outcomes = ['won', 'lost', 'equal', 'void'] as const;
export type Outcome = (typeof outcomes)[number];

export class ResultSheet extends Screen {
  readonly sheet = this.page.getByRole('dialog', { name: this.words('trade:result.title') });
  readonly profit = this.sheet.getByText(/^[-+]?[\d.,]+\s*d?USDT$/).first();

  async isShown(withinMs: number): Promise<void> {
    await expect(this.sheet).toBeVisible({ timeout: withinMs });
  }

  readonly againButton = this.button(this.words('trade:result.again'), this.sheet);

  /** From now on notes of every result whether the way to a new order was held back as it appeared. */
  async noteAppearances(): Promise<void> {
    await this.page.evaluate((again) => {
      const notes: boolean[] = [];
      Object.assign(window, { notesOfResults: notes });
      const noted = new WeakSet<Element>();
      new MutationObserver(() => {
        for (const button of document.querySelectorAll<HTMLButtonElement>('dialog[open] button')) {
          if (button.innerText !== again || noted.has(button)) continue;
          noted.add(button);
          notes.push(button.disabled);
        }
      }).observe(document.body, { childList: true, subtree: true });
    }, this.words('trade:result.again'));
  }

  wasHeldBack(): Promise<boolean[]> {
    return this.page.evaluate(() => (window as unknown as { notesOfResults: boolean[] }).notesOfResults);
  }

  /** The outcome that stands there in words. */
  async outcome(): Promise<Outcome> {
    let shown: readonly Outcome[] = [];
    await expect
      .poll(async () => {
        const lines = (await this.sheet.innerText()).split('\n');
        shown = outcomes.filter((outcome) => lines.includes(this.words(`trade:outcome.${outcome}`)));
        return shown.length;
      })
      .toBe(1);
    return shown[0] ?? 'void';
  }

  figure(key: 'entry' | 'exit' | 'next' | 'returned'): Locator {
    return this.valueOf(this.words(`trade:result.${key}`), this.sheet);
  }

  async check(): Promise<ProofPage> {
    await this.button(this.words('trade:result.check'), this.sheet).click();
    return new ProofPage(this.page, this.words);
  }

  /** `isNext`: another result waits and takes its place. */
  async close(isNext = false): Promise<void> {
    const done = await this.button(this.words('trade:result.done'), this.sheet).elementHandle();
    await done?.click();
    if (!isNext) return expect(this.sheet).toBeHidden();
    await expect.poll(() => done?.evaluate((element) => element.isConnected)).toBe(false);
    return this.isShown(30_000);
  }
}
