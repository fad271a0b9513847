/** Releases on the operators' console: an operator's intents, by the words of the page. */
import { expect, type Locator, type Page } from 'playwright/test';
import type { Operator } from '../fixtures/anOperator';
import { ConsolePage } from './ConsolePage';

export class ReleasesPage {
  constructor(readonly page: Page) {}

  async open(operator: Operator): Promise<this> {
    const console = await new ConsolePage(this.page).open('releases');
    await console.enter(operator);
    await expect(console.title).toHaveText('Releases');
    return this;
  }

  card(remote: string): Locator {
    return this.page.getByRole('region', { name: remote, exact: true });
  }

  /** The line of a place ("stable") in a remote's card. */
  place(remote: string, place: string): Locator {
    return this.card(remote)
      .getByRole('row')
      .filter({ has: this.page.getByRole('rowheader', { name: place }) });
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  get history(): Locator {
    return this.page.getByRole('region', { name: 'History' });
  }

  /** The first tap of a change: what it would do is shown, nothing is done. */
  async wish(remote: string, button: string): Promise<Locator> {
    await this.card(remote).getByRole('button', { name: button, exact: true }).click();
    await expect(this.dialog).toBeVisible();
    return this.dialog;
  }

  /** A change from the first tap to its answer; the panel is left. */
  async change(
    remote: string,
    button: string,
    confirm: string,
    fill: (dialog: Locator) => Promise<void> = async () => undefined,
  ): Promise<void> {
    const dialog = await this.wish(remote, button);
    await fill(dialog);
    await expect(dialog.getByText(/^Would change: /)).toBeVisible();
    await dialog.getByRole('button', { name: confirm }).click();
    await expect(dialog.getByText(/^Done: /)).toBeVisible();
    await this.leave();
  }

  async leave(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await expect(this.dialog).toHaveCount(0);
  }
}
