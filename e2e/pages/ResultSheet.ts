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

  /** The outcome that stands there in words. */
  async outcome(): Promise<Outcome> {
    const text = await this.sheet.innerText();
    const shown = outcomes.filter((outcome) => text.split('\n').includes(this.words(`trade:outcome.${outcome}`)));
    expect(shown).toHaveLength(1);
    return shown[0] ?? 'void';
  }

  figure(key: 'entry' | 'exit' | 'next' | 'returned'): Locator {
    return this.valueOf(this.words(`trade:result.${key}`), this.sheet);
  }

  async check(): Promise<ProofPage> {
    await this.button(this.words('trade:result.check'), this.sheet).click();
    return new ProofPage(this.page, this.words);
  }

  async close(): Promise<void> {
    await this.button(this.words('trade:result.done'), this.sheet).click();
    await expect(this.sheet).toBeHidden();
  }
}
