import { expect, type Locator } from 'playwright/test';
import { Screen } from './Screen';
import { openPage } from './openPage';

export class StatisticsPage extends Screen {
  static readonly path = '/pages/user/data';

  async open(): Promise<this> {
    await openPage(this.page, StatisticsPage.path);
    return this;
  }

  async isShown(): Promise<void> {
    await this.isAt(StatisticsPage.path);
    await expect(this.figure('netProfit')).toBeVisible();
  }

  figure(key: 'netProfit' | 'volume' | 'maxDrawdown'): Locator {
    return this.valueOf(this.words(`account:statistics.figure.${key}`));
  }

  product(product: 'seconds' | 'leverage' | 'spot'): Locator {
    return this.valueOf(this.words(`account:statistics.product.${product}`));
  }

  async explain(): Promise<Locator> {
    await this.button(this.words('account:statistics.explain')).click();
    return this.page.getByRole('dialog', { name: this.words('account:statistics.explain') });
  }
}
