/** The contract tab with leverage chosen: the ticket of one market, and the positions below it. */
import { expect, type Locator } from 'playwright/test';
import { textIn } from '../fixtures/figureIn';
import { figureOf } from '../fixtures/figureOf';
import { ContractPage } from './ContractPage';
import { LeverageOrderSheet } from './LeverageOrderSheet';
import { PositionsPanel } from './PositionsPanel';
import { escaped, Screen } from './Screen';
import { openPage } from './openPage';

export class LeveragePanel extends Screen {
  readonly ticket = this.page
    .locator('form')
    .filter({ has: this.page.getByRole('radiogroup', { name: this.words('trade:leverage.entrustment.label') }) });
  readonly lots = this.ticket.getByRole('textbox', { name: this.words('trade:leverage.lots'), exact: true });
  readonly limit = this.ticket.getByRole('textbox', { name: this.words('trade:leverage.line.limit'), exact: true });
  readonly positions = new PositionsPanel(this.page, this.words);
  /** Names its market; says when the market is closed. */
  readonly market = this.button(new RegExp(`^${this.words('trade:ticket.chooseMarket')}: `));
  readonly logInButton = this.button(this.words('trade:ticket.logIn'));

  async open(symbol: string): Promise<this> {
    await openPage(this.page, `${ContractPage.path}?product=leverage&symbol=${symbol}`);
    return this;
  }

  async isShown(): Promise<void> {
    await this.isAt(ContractPage.path);
    await expect(this.lots).toBeVisible();
  }

  /** Its second line says the lots and the price at which it would open, or why it cannot. */
  direction(direction: 'long' | 'short'): Locator {
    return this.button(new RegExp(`^${this.words(`trade:ticket.${direction}`)} `), this.ticket);
  }

  /** The price at which it would open. */
  async openingPrice(direction: 'long' | 'short'): Promise<string> {
    const text = await textIn(this.direction(direction), /·[^·]*\d[^·]*$/);
    return figureOf(text.slice(text.lastIndexOf('·') + 1));
  }

  /** The one button that stands where something forbids both directions. */
  refusal(text: string | RegExp): Locator {
    return this.button(text, this.ticket);
  }

  async entrustment(entrustment: 'market' | 'limit'): Promise<void> {
    await this.choose(this.words('trade:leverage.entrustment.label'), this.words(`trade:leverage.entrustment.${entrustment}`));
  }

  /** The chip that says the leverage and opens its sheet. */
  get leverage(): Locator {
    return this.button(new RegExp(`^${this.words('trade:leverage.leverage')}: `));
  }

  get leverageSheet(): Locator {
    return this.page.getByRole('dialog', { name: this.words('trade:leverage.leverage'), exact: true });
  }

  async chooseLeverage(times: number): Promise<void> {
    await this.leverage.click();
    const name = this.words('trade:leverage.times', { times: String(times) });
    await this.choose(this.words('trade:leverage.marks'), name);
    await this.button(this.words('trade:leverage.useLeverage', { leverage: name }), this.leverageSheet).click();
    await expect(this.leverageSheet).toBeHidden();
  }

  async turnStopsOn(): Promise<void> {
    await this.ticket.getByRole('switch', { name: new RegExp(`^${escaped(this.words('trade:leverage.stops'))}`) }).check();
  }

  async typeStop(side: 'takeProfit' | 'stopLoss', unit: 'price' | 'percent', text: string): Promise<void> {
    const label = this.words(`trade:leverage.line.${side}`);
    await this.choose(this.words('trade:leverage.unitOf', { name: label }), this.words(`trade:leverage.unit.${unit}`));
    await this.ticket.getByRole('textbox', { name: label, exact: true }).fill(text);
  }

  async order(direction: 'long' | 'short', lots?: string): Promise<LeverageOrderSheet> {
    if (lots !== undefined) await this.lots.fill(lots);
    await this.direction(direction).click();
    return new LeverageOrderSheet(this.page, this.words);
  }
}
