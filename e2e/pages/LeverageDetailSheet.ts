/** One leveraged order with all its deals. */
import { expect, type Locator } from 'playwright/test';
import { ProofPage } from './ProofPage';
import { Screen } from './Screen';

export class LeverageDetailSheet extends Screen {
  readonly sheet = this.page.getByRole('dialog', { name: this.words('trade:positions.detailTitle'), exact: true });
  readonly checkButtons = this.button(this.words('trade:result.check'), this.sheet);

  async isShown(): Promise<void> {
    await expect(this.checkButtons.first()).toBeVisible();
  }

  figure(key: 'status' | 'result' | 'number'): Locator {
    return this.valueOf(this.words(`trade:positions.${key}`), this.sheet);
  }

  /** The check of one deal, the opening first. */
  async check(deal: number): Promise<ProofPage> {
    await this.checkButtons.nth(deal).click();
    return new ProofPage(this.page, this.words);
  }
}
