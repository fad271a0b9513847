/** What one account held before a period, what moved, and what it held after. */
import { expect } from 'playwright/test';
import { figureOf } from '../fixtures/figureOf';
import { Screen } from './Screen';
import { openPage } from './openPage';

export class StatementPage extends Screen {
  static readonly path = '/pages/assets/statement';

  /** Of the coin account, this month. */
  async open(asset: string): Promise<this> {
    await openPage(this.page, `${StatementPage.path}?asset=${asset}`);
    return this;
  }

  /** The device has added it up and says so. */
  async addsUp(): Promise<void> {
    await expect(this.page.getByText(this.words('statement:check.agrees'), { exact: true })).toBeVisible();
  }

  /** Opening, what each kind moved, closing. */
  async figures(): Promise<readonly string[]> {
    return (await this.page.getByRole('main').getByRole('definition').allInnerTexts()).map(figureOf);
  }

  /** What each entry moved, oldest first. */
  async entries(): Promise<readonly string[]> {
    const rows = this.page.getByRole('main').getByRole('group').getByRole('button');
    // A minus or a plus is before the sum alone.
    return (await rows.allInnerTexts()).map((text) => figureOf(/[+-][\d,]+\.\d+/.exec(text)?.[0] ?? ''));
  }

  /** The text of its file. */
  save(): Promise<string> {
    return this.download(() => this.button(this.words('lists:csv.export')).click());
  }
}
