/** Open positions, waiting orders and what ended last, with the sheets that change a position. */
import { expect, type Locator } from 'playwright/test';
import { LeverageDetailSheet } from './LeverageDetailSheet';
import { escaped, Screen } from './Screen';

type Direction = 'long' | 'short';

export class PositionsPanel extends Screen {
  readonly panel = this.page.getByRole('region', { name: this.words('trade:positions.heading') });
  /** Positions or waiting orders, by the tab. */
  readonly cards = this.panel.getByRole('article');
  readonly total = this.panel.getByText(this.words('trade:positions.floating')).locator('xpath=following-sibling::*[1]');
  readonly stopsSheet = this.page.getByRole('dialog', { name: this.words('trade:positions.stops'), exact: true });
  readonly closeSheet = this.page.getByRole('dialog', { name: this.words('trade:positions.closeTitle'), exact: true });
  readonly rows = this.panel.getByRole('group', { name: this.words('trade:positions.history'), exact: true }).getByRole('button');

  card(symbol: string, direction: Direction): Locator {
    return this.panel.getByRole('article', { name: `${symbol} ${this.words(`common:direction.${direction}`)}`, exact: true });
  }

  async show(tab: 'positions' | 'orders' | 'history'): Promise<void> {
    const name = new RegExp(`^${this.words(`trade:positions.tab.${tab}`)}`);
    await this.panel.getByRole('tab', { name }).click();
  }

  figure(
    card: Locator,
    key: 'lots' | 'mark' | 'margin' | 'line.entry' | 'line.limit' | 'line.liquidation' | 'line.takeProfit' | 'line.stopLoss',
  ): Locator {
    return this.valueOf(this.words(`trade:leverage.${key}`), card);
  }

  /** The floating profit or loss in figures: "+0.12 dUSDT". */
  profit(card: Locator): Locator {
    return card.getByText(/^[-+]?[\d,]+\.\d{2}\s*dUSDT$/).first();
  }

  async openStops(card: Locator): Promise<void> {
    await this.button(this.words('trade:positions.stops'), card).click();
    await expect(this.stopsSheet).toBeVisible();
  }

  stop(side: 'takeProfit' | 'stopLoss'): Locator {
    return this.stopsSheet.getByRole('textbox', { name: this.words(`trade:leverage.line.${side}`), exact: true });
  }

  async stopUnit(side: 'takeProfit' | 'stopLoss', unit: 'price' | 'percent' | 'profit' | 'pips'): Promise<void> {
    const label = this.words(`trade:leverage.line.${side}`);
    await this.choose(this.words('trade:leverage.unitOf', { name: label }), this.words(`trade:leverage.unit.${unit}`));
  }

  /** `withinMs`: where the price may run past a stop meanwhile, which turns the button off. */
  async saveStops(withinMs?: number): Promise<void> {
    const limit = withinMs === undefined ? {} : { timeout: withinMs };
    await this.button(this.words('trade:positions.saveStops'), this.stopsSheet).click(limit);
    await expect(this.stopsSheet).toBeHidden(limit);
  }

  async openClose(card: Locator): Promise<void> {
    await this.button(this.words('trade:positions.close'), card).click();
    await expect(this.closeSheet).toBeVisible();
  }

  async closeShare(percent: 25 | 50 | 75 | 100): Promise<void> {
    await this.choose(this.words('trade:positions.share'), `${percent}%`);
  }

  async confirmClose(): Promise<void> {
    await this.closeSheet
      .getByRole('button', { name: new RegExp(`^${escaped(this.words('trade:positions.closeLots', { lots: '' }))}`) })
      .click();
    await expect(this.closeSheet).toBeHidden();
  }

  async cancel(card: Locator): Promise<void> {
    await this.button(this.words('trade:positions.cancelOrder'), card).click();
    const question = this.page.getByRole('dialog', { name: this.words('trade:positions.cancelTitle') });
    await this.button(this.words('trade:positions.cancelOrder'), question).click();
  }

  async closeAll(): Promise<void> {
    await this.button(this.words('trade:positions.all.close'), this.panel).click();
    const question = this.page.getByRole('dialog', { name: this.words('trade:positions.all.closeTitle') });
    await this.button(this.words('trade:positions.all.close'), question).click();
  }

  async openNewest(): Promise<LeverageDetailSheet> {
    await this.rows.first().click();
    return new LeverageDetailSheet(this.page, this.words);
  }
}
