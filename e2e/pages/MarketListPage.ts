import { expect, type Locator } from 'playwright/test';
import { ChartPage } from './ChartPage';
import { marketRow } from './marketRow';
import { Screen } from './Screen';
import { openPage } from './openPage';

export class MarketListPage extends Screen {
  static readonly path = '/pages/market/index';
  readonly list = this.page.getByRole('list', { name: this.words('market:list.title') });
  /** A row is its own button; the star is another. */
  readonly rows = this.list
    .getByRole('listitem')
    .locator('button')
    .and(this.page.getByRole('button', { name: /\d\s?%/ }));

  async open(): Promise<this> {
    await openPage(this.page, MarketListPage.path);
    return this;
  }

  async isShown(): Promise<void> {
    await this.isAt(MarketListPage.path);
    await expect(this.rows.first()).toBeVisible();
  }

  /** Every market that is listed has its price. */
  async isPriced(): Promise<void> {
    await expect(async () => {
      expect(await this.rows.count()).toBe(await this.list.getByRole('listitem').count());
    }).toPass({ timeout: 15_000 });
  }

  row(symbol: string): Locator {
    return marketRow(this.list, symbol);
  }

  async show(tab: 'favourites' | 'crypto' | 'forex' | 'metal'): Promise<void> {
    const name = tab === 'favourites' ? this.words('market:favourites.title') : this.words(`common:market.${tab}`);
    await this.page.getByRole('tab', { name, exact: true }).click();
  }

  async search(query: string): Promise<void> {
    await this.page.getByRole('searchbox', { name: this.words('market:search.markets') }).fill(query);
  }

  async sortBy(order: 'name' | 'price' | 'change' | 'gain' | 'turnover'): Promise<void> {
    await this.button(new RegExp(`^${this.words(`market:sort.${order}`)}( |$)`)).click();
  }

  /** The names from top to bottom. */
  async symbols(): Promise<string[]> {
    const names = await this.rows.allInnerTexts();
    return names.map((text) => text.split(/\s/)[0] ?? '');
  }

  star(symbol: string): Locator {
    return this.button(this.words('market:favourites.add', { symbol: symbol.replace('-', '/') }));
  }

  starred(symbol: string): Locator {
    return this.button(this.words('market:favourites.remove', { symbol: symbol.replace('-', '/') }));
  }

  async openMarket(symbol: string): Promise<ChartPage> {
    await this.row(symbol).click();
    return new ChartPage(this.page, this.words);
  }
}
