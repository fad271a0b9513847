/** The trade tab: the ticket of one pair beside its book, and what the person has open. */
import { expect, type Locator } from 'playwright/test';
import { ConfirmOrderSheet } from './ConfirmOrderSheet';
import { escaped, Screen } from './Screen';
import { SpotOrdersPage } from './SpotOrdersPage';
import { openPage } from './openPage';

export class SpotPage extends Screen {
  static readonly path = '/pages/trade/index';
  readonly ticket = this.page.getByRole('region', { name: this.words('trade:spot.ticket') });
  readonly price = this.ticket.getByRole('textbox', {
    name: new RegExp(`^${escaped(this.words('trade:spot.price', { asset: 'USDT' }))}$`),
  });
  readonly amount = this.ticket.getByRole('textbox', {
    name: new RegExp(`^(${this.words('trade:spot.amount')}|${escaped(this.words('trade:spot.amountAbout'))})$`),
  });
  /** Says what stands against the order while something does. */
  readonly submit = this.ticket.locator('button[type=submit]');
  readonly openOrders = this.page.getByRole('article');
  readonly moreMoney = this.button(this.words('trade:spot.transfer'));

  async open(symbol: string, side?: 'buy' | 'sell'): Promise<this> {
    await openPage(this.page, `${SpotPage.path}?symbol=${symbol}${side === undefined ? '' : `&side=${side}`}`);
    return this;
  }

  async isShown(): Promise<void> {
    await this.isAt(SpotPage.path);
    await expect(this.amount).toBeVisible();
    await expect(this.levels('bid').first()).toBeVisible();
  }

  async side(side: 'buy' | 'sell'): Promise<void> {
    await this.choose(this.words('trade:spot.sideLabel'), this.words(`trade:spot.side.${side}`));
  }

  async entrustment(entrustment: 'limit' | 'market'): Promise<void> {
    await this.choose(this.words('trade:spot.entrustmentLabel'), this.words(`trade:spot.entrustment.${entrustment}`));
  }

  /** Counts the amount in this asset from now on. */
  async countIn(asset: string): Promise<void> {
    await this.button(this.words('trade:spot.countIn', { asset })).click();
  }

  async share(percent: 0 | 25 | 50 | 75 | 100): Promise<void> {
    await this.button(`${this.words('trade:spot.share')}: ${percent}%`).click();
  }

  async max(): Promise<void> {
    await this.button(this.words('common:action.max'), this.ticket).click();
  }

  figure(key: 'available' | 'total' | 'youGet' | 'fee'): Locator {
    return this.valueOf(this.words(`trade:spot.${key}`), this.ticket);
  }

  levels(side: 'bid' | 'ask'): Locator {
    const name = this.words('common:book.pick', { side: this.words(side === 'bid' ? 'common:book.bids' : 'common:book.asks') });
    return this.page.getByRole('listbox', { name }).getByRole('option');
  }

  /** Taps a level of the book; answers the price that stood there as the finger came down. */
  async tapLevel(side: 'bid' | 'ask', index: number): Promise<string> {
    // Heard by the document: the book may put another element in the level's place before the finger is there.
    await this.page.evaluate(() => {
      document.addEventListener(
        'pointerdown',
        ({ target }) => {
          Object.assign(window, { tappedPrice: (target as Element).closest('[data-price]')?.getAttribute('data-price') });
        },
        { capture: true, once: true },
      );
    });
    await this.levels(side).nth(index).click();
    return this.page.evaluate(() => (window as unknown as { tappedPrice: string }).tappedPrice);
  }

  /** The submit button, to the sheet that asks once more. */
  async order(): Promise<ConfirmOrderSheet> {
    await expect(this.submit).toBeEnabled();
    await this.submit.click();
    return new ConfirmOrderSheet(this.page, this.words);
  }

  /** The message of what became of an order. */
  told(outcome: 'accepted' | 'sent' | 'filled' | 'cancelled', id: string): Locator {
    return this.toast(new RegExp(`^${this.words(`trade:spot.outcome.${outcome}`)}: .* ${id}\\.`));
  }

  async cancel(order: Locator): Promise<void> {
    await order.getByRole('button', { name: new RegExp(`^${this.words('trade:spot.cancel.action')}`) }).click();
    await this.button(this.words('trade:spot.cancel.confirm')).click();
  }

  async toOrders(): Promise<SpotOrdersPage> {
    await this.button(this.words('trade:spot.orders.link')).click();
    return new SpotOrdersPage(this.page, this.words);
  }
}
