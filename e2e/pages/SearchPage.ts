import type { Locator } from 'playwright/test';
import { ChartPage } from './ChartPage';
import { marketRow } from './marketRow';
import { Screen } from './Screen';

export class SearchPage extends Screen {
  async type(query: string): Promise<void> {
    await this.page.getByRole('searchbox').fill(query);
  }

  market(symbol: string): Locator {
    return marketRow(this.page.getByRole('main'), symbol);
  }

  async openMarket(symbol: string): Promise<ChartPage> {
    await this.market(symbol).click();
    return new ChartPage(this.page, this.words);
  }
}
