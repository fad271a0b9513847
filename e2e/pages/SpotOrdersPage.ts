/** The person's spot orders, open and ended, and the sheet of one of them. */
import { expect, type Locator } from 'playwright/test';
import { ProofPage } from './ProofPage';
import { Screen } from './Screen';
import { openPage } from './openPage';

export class SpotOrdersPage extends Screen {
  static readonly path = '/pages/trade/order';
  readonly openOrders = this.page.getByRole('article');
  /** Ended orders, the newest first. */
  readonly rows = this.page.getByRole('tabpanel').getByRole('button').filter({ hasText: / · / });
  readonly sheet = this.page.getByRole('dialog', { name: /^Order / });

  async open(tab: 'open' | 'history' = 'open'): Promise<this> {
    await openPage(this.page, `${SpotOrdersPage.path}?tab=${tab}`);
    return this;
  }

  async isShown(): Promise<void> {
    await this.isAt(SpotOrdersPage.path);
    await expect(this.heading(this.words('trade:spot.orders.title'))).toBeVisible();
  }

  figure(key: 'filled' | 'average'): Locator {
    return this.valueOf(this.words(`trade:spot.detail.${key}`), this.sheet).first();
  }

  /** "Check this result" of the newest fill. */
  async check(): Promise<ProofPage> {
    await this.button(this.words('trade:result.check'), this.sheet).last().click();
    return new ProofPage(this.page, this.words);
  }

  async saveCsv(): Promise<string> {
    return this.download(() => this.button(this.words('lists:csv.export')).click());
  }
}
