import { expect, type Locator } from 'playwright/test';
import { openPage } from './openPage';
import { Screen } from './Screen';

export class FairnessPage extends Screen {
  static readonly path = '/pages/fairness/index';
  readonly kept = this.valueOf(this.words('fairness:seals'));
  readonly receipts = this.valueOf(this.words('fairness:receipts'));
  readonly differences = this.page.getByText(/^Values that do not agree: \d+$/).first();
  /** Above every other page, until it was read. */
  readonly alert = this.page.getByRole('alert').filter({ hasText: this.words('host:evidence.differs') });

  async open(): Promise<this> {
    await openPage(this.page, FairnessPage.path);
    await this.isShown();
    return this;
  }

  async isShown(): Promise<void> {
    await expect(this.heading(this.words('fairness:title'))).toBeVisible();
  }

  async compare(): Promise<void> {
    await this.button(this.words('fairness:compareNow')).click();
  }

  /** Draws the newest day again whose seed is revealed; answers the sheet. */
  async redrawNewest(): Promise<Locator> {
    await this.button(/^Redraw /)
      .first()
      .click();
    const sheet = this.page.getByRole('dialog', { name: /^Redraw / });
    await this.button(this.words('fairness:start'), sheet).click();
    return sheet;
  }

  async markRead(): Promise<void> {
    await this.button(this.words('fairness:read')).click();
  }

  save(): Promise<string> {
    return this.download(() => this.button(this.words('fairness:save')).first().click());
  }
}
