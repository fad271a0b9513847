import { expect } from 'playwright/test';
import { Screen } from './Screen';
import { openPage } from './openPage';

export class SwitchAccountPage extends Screen {
  static readonly path = '/pages/user/switchAccount';

  async open(): Promise<this> {
    await openPage(this.page, SwitchAccountPage.path);
    return this;
  }

  async isShown(): Promise<void> {
    await this.isAt(SwitchAccountPage.path);
    await expect(this.heading(this.words('account:switch.title'))).toBeVisible();
  }

  async use(mode: 'real' | 'demo'): Promise<void> {
    await this.button(this.words('account:switch.use')).click();
    await expect(this.toast(this.words('account:switch.done', { account: this.words(`account:switch.${mode}`) }))).toBeVisible();
  }
}
