/** The contract tab: the seconds ticket, and the orders that run. */
import { expect, type Locator } from 'playwright/test';
import { ConfirmOrderSheet } from './ConfirmOrderSheet';
import { OrdersPage } from './OrdersPage';
import { ResultSheet } from './ResultSheet';
import { escaped, Screen } from './Screen';
import { openPage } from './openPage';

export class ContractPage extends Screen {
  static readonly path = '/pages/contract/index';
  readonly stake = this.page.getByLabel(this.words('trade:ticket.stake'), { exact: true });
  readonly running = this.page.getByRole('article');
  readonly logInButton = this.button(this.words('trade:ticket.logIn'));

  async open(symbol?: string): Promise<this> {
    await openPage(this.page, symbol === undefined ? ContractPage.path : `${ContractPage.path}?symbol=${symbol}`);
    return this;
  }

  async isShown(): Promise<void> {
    await this.isAt(ContractPage.path);
    await expect(this.stake).toBeVisible();
  }

  /** Names its market and its live price. */
  get market(): Locator {
    return this.button(new RegExp(`^${this.words('trade:ticket.chooseMarket')}: `));
  }

  /** Long or short; its second line says what is paid if right. */
  direction(direction: 'long' | 'short'): Locator {
    return this.button(new RegExp(`^${this.words(`trade:ticket.${direction}`)} `));
  }

  async chooseSeconds(seconds: number): Promise<void> {
    await this.chooseDuration(this.words('trade:ticket.durationSeconds', { seconds: String(seconds) }));
  }

  async chooseMinutes(minutes: number): Promise<void> {
    await this.chooseDuration(this.words('trade:ticket.durationMinutes', { minutes: String(minutes) }));
  }

  private async chooseDuration(name: string): Promise<void> {
    await this.choose(this.words('trade:ticket.duration'), new RegExp(`^${escaped(name)} `));
  }

  async order(direction: 'long' | 'short', stake?: string): Promise<ConfirmOrderSheet> {
    if (stake !== undefined) await this.stake.fill(stake);
    await this.direction(direction).click();
    return new ConfirmOrderSheet(this.page, this.words);
  }

  /** The countdown of the running order. */
  get timer(): Locator {
    return this.running.getByRole('timer');
  }

  /** Waits until an order of `seconds` is settled. */
  async untilSettled(seconds: number): Promise<ResultSheet> {
    const result = new ResultSheet(this.page, this.words);
    await result.isShown((seconds + 20) * 1000);
    return result;
  }

  /** From now on each result that appears is noted as it first stands there. */
  async noteResults(): Promise<ResultSheet> {
    const result = new ResultSheet(this.page, this.words);
    await result.noteAppearances();
    return result;
  }

  async toOrders(): Promise<OrdersPage> {
    await this.button(this.words('trade:ticket.orders')).click();
    return new OrdersPage(this.page, this.words);
  }
}
