import { expect, type Locator } from 'playwright/test';
import { RecordsPage } from './RecordsPage';
import { Screen } from './Screen';
import { TransferPage } from './TransferPage';
import { openPage } from './openPage';

export class AssetsPage extends Screen {
  static readonly path = '/pages/assets/index';
  readonly coins = this.page.getByRole('group', { name: this.words('common:account.coin'), exact: true });
  readonly demoNote = this.page.getByText(this.words('assets:overview.demoNote'));

  async open(): Promise<this> {
    await openPage(this.page, AssetsPage.path);
    return this;
  }

  async isShown(): Promise<void> {
    await this.isAt(AssetsPage.path);
    await expect(this.netEquity).toBeVisible();
  }

  /** The coin account's row of an asset: its name and what is available. */
  coin(asset: string): Locator {
    return this.coins.getByRole('button', { name: new RegExp(`^${asset} `) });
  }

  get netEquity(): Locator {
    return this.valueOf(this.words('assets:account.netEquity'));
  }

  get availableMargin(): Locator {
    return this.valueOf(this.words('assets:account.availableMargin'));
  }

  async toTransfer(): Promise<TransferPage> {
    await this.button(this.words('assets:action.transfer')).click();
    return new TransferPage(this.page, this.words);
  }

  async toRecords(): Promise<RecordsPage> {
    await this.button(this.words('assets:action.records')).first().click();
    return new RecordsPage(this.page, this.words);
  }
}
