/** The sheet that asks once more, of a seconds order and of a spot order. */
import { expect, type Locator } from 'playwright/test';
import { Screen } from './Screen';

export class ConfirmOrderSheet extends Screen {
  readonly sheet = this.page.getByRole('dialog', { name: this.words('trade:confirm.title') });
  /** "Place order", or what a spot order does: "Buy BTC". */
  readonly placeButton = this.sheet.getByRole('contentinfo').or(this.sheet.locator('footer')).getByRole('button').first();

  async isShown(): Promise<void> {
    await expect(this.placeButton).toBeEnabled();
  }

  figure(key: 'duration' | 'price' | 'stake' | 'fee' | 'total' | 'ifRight'): Locator {
    return this.valueOf(this.words(`trade:confirm.${key}`), this.sheet);
  }

  async place(): Promise<void> {
    await this.placeButton.click();
    await expect(this.sheet).toBeHidden();
  }
}
