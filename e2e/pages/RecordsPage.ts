import type { Locator } from 'playwright/test';
import { Screen } from './Screen';

export class RecordsPage extends Screen {
  static readonly path = '/pages/assets/records';

  async isShown(): Promise<void> {
    await this.isAt(RecordsPage.path);
  }

  /** Rows of one kind of movement, newest first. */
  rows(kind: 'transfer' | 'seconds_open' | 'seconds_settle' | 'demo_open'): Locator {
    const title = this.page.getByText(this.words(`assets:records.kind.${kind}`), { exact: true });
    return this.page.getByRole('main').getByRole('group').locator('> *').filter({ has: title });
  }

  async shows(account: 'coin' | 'contract'): Promise<void> {
    await this.choose(this.words('assets:records.title'), this.words(`common:account.${account}`));
  }
}
