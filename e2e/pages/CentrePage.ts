import { expect } from 'playwright/test';
import { Screen } from './Screen';
import { SettingsPage } from './SettingsPage';
import { SwitchAccountPage } from './SwitchAccountPage';
import { openPage } from './openPage';

export class CentrePage extends Screen {
  static readonly path = '/pages/user/index';

  async open(): Promise<this> {
    await openPage(this.page, CentrePage.path);
    return this;
  }

  async isShown(): Promise<void> {
    await this.isAt(CentrePage.path);
    await expect(this.heading(this.words('account:centre.title'))).toBeVisible();
  }

  async toSettings(): Promise<SettingsPage> {
    await this.button(this.words('account:centre.settings')).click();
    return new SettingsPage(this.page, this.words);
  }

  async toSwitchAccount(): Promise<SwitchAccountPage> {
    await this.button(this.words('account:centre.switchAccount')).click();
    return new SwitchAccountPage(this.page, this.words);
  }

  async logOut(): Promise<void> {
    await this.button(this.words('account:centre.logout')).click();
    const question = this.page.getByRole('dialog', { name: this.words('account:centre.logoutQuestion') });
    await this.button(this.words('account:centre.logout'), question).click();
    await expect(this.toast(this.words('account:centre.loggedOut'))).toBeVisible();
  }
}
