import { expect, type Locator } from 'playwright/test';
import { CentrePage } from './CentrePage';
import { ChartPage } from './ChartPage';
import { LoginPage } from './LoginPage';
import { marketRow } from './marketRow';
import { Screen } from './Screen';
import { SearchPage } from './SearchPage';
import { openPage } from './openPage';

export class HomePage extends Screen {
  static readonly path = '/pages/index/index';
  /** The markets that gained most. */
  readonly rankings = this.page.getByRole('main').getByRole('list');
  readonly rows = this.rankings.getByRole('listitem').getByRole('button');

  async open(): Promise<this> {
    await openPage(this.page, HomePage.path);
    return this;
  }

  async isShown(): Promise<void> {
    await this.isAt(HomePage.path);
    await expect(this.rows.first()).toBeVisible();
  }

  row(symbol: string): Locator {
    return marketRow(this.rankings, symbol);
  }

  async byTurnover(): Promise<void> {
    await this.choose(this.words('market:home.rankings'), this.words('market:home.byTurnover'));
  }

  async openMarket(symbol: string): Promise<ChartPage> {
    await this.row(symbol).click();
    return new ChartPage(this.page, this.words);
  }

  async toSearch(): Promise<SearchPage> {
    await this.button(this.words('market:search.title')).first().click();
    return new SearchPage(this.page, this.words);
  }

  async toLogin(): Promise<LoginPage> {
    await this.button(this.words('market:home.signIn')).click();
    return new LoginPage(this.page, this.words);
  }

  async toCentre(): Promise<CentrePage> {
    await this.button(this.words('market:home.account')).click();
    return new CentrePage(this.page, this.words);
  }
}
