import { expect, type Locator } from 'playwright/test';
import { RecordsPage } from './RecordsPage';
import { Screen } from './Screen';
import { openPage } from './openPage';

export class TransferPage extends Screen {
  static readonly path = '/pages/assets/transfer';
  readonly amount = this.page.getByLabel(this.words('assets:transfer.amount'), { exact: true });
  readonly submit = this.page.getByRole('main').locator('button[type=submit]');

  async open(): Promise<this> {
    await openPage(this.page, TransferPage.path);
    return this;
  }

  async isShown(): Promise<void> {
    await this.isAt(TransferPage.path);
    await expect(this.amount).toBeVisible();
  }

  /** What the typed amount was understood as. */
  understood(amount: string, unit: string): Locator {
    return this.page.getByText(this.words('common:amount.echo', { amount: `${amount} ${unit}` }), { exact: true });
  }

  available(amount: string, asset: string): Locator {
    return this.page.getByText(this.words('assets:transfer.available', { amount, asset }), { exact: true });
  }

  async swap(): Promise<void> {
    await this.button(this.words('assets:transfer.swap')).click();
  }

  async transfer(amount: string): Promise<void> {
    await this.amount.fill(amount);
    await this.submit.click();
  }

  done(amount: string, asset: string): Locator {
    return this.toast(this.words('assets:transfer.done', { amount, asset }));
  }

  async viewRecord(): Promise<RecordsPage> {
    await this.button(this.words('assets:transfer.viewRecord')).first().click();
    return new RecordsPage(this.page, this.words);
  }
}
