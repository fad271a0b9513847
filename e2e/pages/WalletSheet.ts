import { expect } from 'playwright/test';
import { Screen } from './Screen';

/** The way to a signature: the wallet shows its account, the person reads the text and signs. */
export class WalletSheet extends Screen {
  private readonly sheet = this.page.getByRole('dialog').last();
  readonly text = this.sheet.getByRole('region', { name: this.words('stepUp:wallet.text') });

  async connect(): Promise<this> {
    await this.button(this.words('stepUp:wallet.connect'), this.sheet).click();
    await expect(this.text).toBeVisible();
    return this;
  }

  async sign(): Promise<void> {
    await this.button(this.words('stepUp:wallet.sign'), this.sheet).click();
  }
}
