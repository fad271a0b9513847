import { expect, type Locator } from 'playwright/test';
import { ProofPage } from './ProofPage';
import { Screen } from './Screen';

export const outcomes = ['won', 'lost', 'equal', 'void'] as const;

export class ResultSheet extends Screen {
  readonly sheet = this.page.getByRole('dialog', { name: this.words('trade:result.title') });

  async isShown(withinMs: number): Promise<void> {
    await expect(this.sheet).toBeVisible({ timeout: withinMs });
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
