/** The five sections at the bottom of the screen. */
import type { Locator } from 'playwright/test';
import { AssetsPage } from './AssetsPage';
import { ContractPage } from './ContractPage';
import { HomePage } from './HomePage';
import { MarketListPage } from './MarketListPage';
import { Screen } from './Screen';

export class TabBar extends Screen {
  readonly bar = this.page.getByRole('navigation', { name: this.words('host:tabs.label') });
  readonly tabs = this.bar.getByRole('link');

  tab(id: 'home' | 'market' | 'trade' | 'contract' | 'assets'): Locator {
    return this.bar.getByRole('link', { name: this.words(`host:tabs.${id}`), exact: true });
  }

  async toHome(): Promise<HomePage> {
    await this.tab('home').click();
    return new HomePage(this.page, this.words);
  }

  async toMarket(): Promise<MarketListPage> {
    await this.tab('market').click();
    return new MarketListPage(this.page, this.words);
  }

  async toContract(): Promise<ContractPage> {
    await this.tab('contract').click();
    return new ContractPage(this.page, this.words);
  }

  async toAssets(): Promise<AssetsPage> {
    await this.tab('assets').click();
    return new AssetsPage(this.page, this.words);
  }
}
