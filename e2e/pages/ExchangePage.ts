import { expect, type Locator } from 'playwright/test';
import { ProofPage } from './ProofPage';
import { Screen } from './Screen';
import { openPage } from './openPage';

export class ExchangePage extends Screen {
  static readonly path = '/pages/assets/exchange';
  readonly amount = this.page.getByLabel(this.words('flash:amount'), { exact: true });
  readonly submit = this.page.getByRole('main').locator('button[type=submit]');
  readonly sheet = this.page.getByRole('dialog');
  /** By what is received, newest first. */
  readonly rows = this.page.getByRole('listitem');

  async open(): Promise<this> {
    await openPage(this.page, ExchangePage.path);
    return this;
  }

  async isShown(): Promise<void> {
    await this.isAt(ExchangePage.path);
    await expect(this.amount).toBeVisible();
  }

  /** The quote of what is typed has come. */
  async review(): Promise<Locator> {
    await this.submit.filter({ hasText: this.words('flash:submit') }).click();
    await expect(this.sheet.getByText(this.words('flash:review.note'))).toBeVisible();
    return this.sheet;
  }

  async confirm(): Promise<void> {
    await this.sheet.getByRole('button', { name: this.words('flash:review.yes'), exact: true }).click();
    await expect(this.sheet.getByText(this.words('flash:sum.number'), { exact: true })).toBeVisible();
  }

  async check(): Promise<ProofPage> {
    await this.sheet.getByRole('button', { name: this.words('flash:done.check'), exact: true }).click();
    return new ProofPage(this.page, this.words);
  }
}
