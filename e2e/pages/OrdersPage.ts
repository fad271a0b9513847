import type { Locator } from 'playwright/test';
import { LeverageDetailSheet } from './LeverageDetailSheet';
import { ProofPage } from './ProofPage';
import { Screen } from './Screen';
import { openPage } from './openPage';

export class OrdersPage extends Screen {
  static readonly path = '/pages/contract/orderRecond';
  readonly running = this.page.getByRole('article');
  readonly closedList = this.page.getByRole('group', { name: this.words('trade:orders.closed'), exact: true });
  readonly closedRows = this.closedList.getByRole('button');

  async open(): Promise<this> {
    await openPage(this.page, OrdersPage.path);
    return this;
  }

  /** The record of one product. */
  async openRecords(product: 'seconds' | 'leverage'): Promise<this> {
    await openPage(this.page, `/pages/contract/transactionRecords?product=${product}`);
    return this;
  }

  /** Crypto, or forex and metals together. */
  async family(family: 'crypto' | 'forex'): Promise<void> {
    await this.choose(this.words('trade:orders.family'), new RegExp(`^${this.words(`common:market.${family}`)}`));
  }

  /** A row of the leverage record. */
  async openDetail(row: Locator): Promise<LeverageDetailSheet> {
    await row.click();
    return new LeverageDetailSheet(this.page, this.words);
  }

  total(key: 'profit' | 'fees'): Locator {
    return this.valueOf(this.words(`trade:orders.${key}`));
  }

  async saveCsv(): Promise<string> {
    return this.download(() => this.button(this.words('lists:csv.export')).click());
  }

  async show(tab: 'open' | 'closed'): Promise<void> {
    await this.tab(tab).click();
  }

  tab(tab: 'open' | 'closed'): Locator {
    return this.page.getByRole('tab', { name: this.words(`trade:orders.${tab}`), exact: true });
  }

  async checkNewest(): Promise<ProofPage> {
    await this.closedRows.first().click();
    return new ProofPage(this.page, this.words);
  }
}
