/** One sheet from the preview of a leveraged order to what came of it. */
import { expect, type Locator } from 'playwright/test';
import { escaped, Screen } from './Screen';

export class LeverageOrderSheet extends Screen {
  readonly preview = this.named('title');
  readonly confirmed = this.named('confirmedTitle');
  readonly failed = this.named('failedTitle');
  readonly placeButton = this.button(this.words('trade:confirm.place'), this.preview);
  /** "The price moved from … to …" */
  readonly moved = this.preview.getByText(
    new RegExp(
      `^${escaped(this.words('trade:leverage.order.moved', { old: '~', new: '~' }))
        .split('~')
        .join('[\\d,.]+')}$`,
    ),
  );
  readonly acceptButton = this.button(new RegExp(`^${this.words('trade:leverage.order.accept', { price: '' })}`), this.preview);
  readonly unknown = this.page.getByRole('dialog').getByText(this.words('trade:confirm.unknown'));

  async isShown(): Promise<void> {
    await expect(this.preview).toBeVisible();
  }

  figure(key: 'lots' | 'margin' | 'fee'): Locator {
    return this.valueOf(this.words(`trade:leverage.${key}`), this.confirmed);
  }

  /** Places it. A person who sees that the price moved meanwhile accepts the new one, as often as it takes. */
  async place(): Promise<void> {
    await expect(async () => {
      for (const button of [this.acceptButton, this.placeButton]) {
        if (await button.isVisible()) await button.click({ timeout: 3000 }).catch(() => undefined);
      }
      await expect(this.preview).toBeHidden({ timeout: 1000 });
    }).toPass({ timeout: 15_000 });
  }

  async done(): Promise<void> {
    await expect(this.confirmed).toBeVisible();
    await this.button(this.words('trade:result.done'), this.confirmed).click();
    await expect(this.confirmed).toBeHidden();
  }

  private named(title: 'title' | 'confirmedTitle' | 'failedTitle'): Locator {
    return this.page.getByRole('dialog', { name: this.words(`trade:leverage.order.${title}`), exact: true });
  }
}
