import { expect } from 'playwright/test';
import { Screen } from './Screen';
import { openPage } from './openPage';

/** Codes of an authenticator app. */
export class AuthenticatorPage extends Screen {
  static readonly path = '/pages/user/authenticator';
  private readonly codeLabel = this.words('stepUp:code');

  async open(): Promise<this> {
    await openPage(this.page, AuthenticatorPage.path);
    return this;
  }

  /** Begins with the password, and answers the key that the person would scan. */
  async begin(password: string): Promise<string> {
    await this.askToBegin();
    await this.confirm(password);
    await this.isBegun();
    return (await this.page.locator('code').innerText()).replaceAll(' ', '');
  }

  /** Until the sheet that asks who he is. */
  async askToBegin(): Promise<void> {
    await this.button(this.words('account:oneTimeCodes.begin')).click();
    await expect(this.button(this.words('stepUp:confirm'))).toBeVisible();
  }

  async isBegun(): Promise<void> {
    await expect(this.page.getByRole('img', { name: this.words('account:oneTimeCodes.qr') })).toBeVisible();
  }

  /** Asks for the code that confirms it: sent to what the person has on file. */
  async askForCode(): Promise<void> {
    await this.button(this.words('stepUp:send.button')).click();
    await expect(this.page.getByText(this.words('stepUp:send.sent'))).toBeVisible();
  }

  /** Shows a code of the key back, with the one that was sent; answers the recovery codes, and says that they are saved. */
  async turnOn(code: string, sentCode: string): Promise<readonly string[]> {
    await this.page.getByLabel(this.codeLabel, { exact: true }).fill(code);
    await this.page.getByLabel(this.words('account:oneTimeCodes.sentCode'), { exact: true }).fill(sentCode);
    await this.button(this.words('account:oneTimeCodes.turnOn')).click();
    const codes = this.page.getByRole('list', { name: this.words('account:oneTimeCodes.recoveryTitle') }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    const shown = await codes.allInnerTexts();
    await this.button(this.words('account:oneTimeCodes.saved')).click();
    return shown;
  }

  async turnOff(code: string, password: string): Promise<void> {
    await this.button(this.words('account:oneTimeCodes.turnOff')).click();
    await this.confirm(password, code);
    await expect(this.toast(this.words('account:oneTimeCodes.offDone'))).toBeVisible();
  }

  async confirm(password: string, code?: string): Promise<void> {
    const sheet = this.page.getByRole('dialog', { name: this.words('stepUp:title') });
    await sheet.getByLabel(this.words('account:settings.loginPassword'), { exact: true }).fill(password);
    if (code !== undefined) await sheet.getByLabel(this.codeLabel).fill(code);
    await this.button(this.words('stepUp:confirm'), sheet).click();
  }
}
