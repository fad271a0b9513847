/** Limits of the real account. */
import { expect } from 'playwright/test';
import type { LimitKind } from '@tessera/shared/contract';
import { escaped, Screen } from './Screen';
import { openPage } from './openPage';

export class LimitsPage extends Screen {
  static readonly path = '/pages/user/limits';

  async open(): Promise<this> {
    await openPage(this.page, LimitsPage.path);
    return this;
  }

  /** A limit that holds at once: a lower one, or the first. */
  async set(kind: LimitKind, most: string): Promise<void> {
    const name = this.words(`account:limits.kind.${kind}`);
    await this.button(new RegExp(`^${escaped(name)}`)).click();
    const sheet = this.page.getByRole('dialog', { name });
    await sheet.getByRole('textbox').fill(most);
    await this.button(this.words('account:limits.save'), sheet).click();
    await expect(this.toast(this.words('account:limits.saved'))).toBeVisible();
    await expect(sheet).toBeHidden();
  }
}
