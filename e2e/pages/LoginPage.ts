import { expect, type Locator } from 'playwright/test';
import type { Credentials } from './Credentials';
import { PuzzleSheet } from './PuzzleSheet';
import { RegisterPage } from './RegisterPage';
import { Screen } from './Screen';
import { WalletSheet } from './WalletSheet';
import { openPage } from './openPage';

export class LoginPage extends Screen {
  static readonly path = '/pages/login/index';
  readonly submit = this.page.getByRole('main').getByRole('button', { name: this.words('account:login.submit'), exact: true });

  async open(): Promise<this> {
    await openPage(this.page, LoginPage.path);
    return this;
  }

  async isShown(): Promise<void> {
    await this.isAt(LoginPage.path);
    await expect(this.submit).toBeVisible();
  }

  /** Fills in the form and asks for the puzzle. */
  async enter({ account, password }: Credentials): Promise<PuzzleSheet> {
    await this.page.getByLabel(this.words('account:login.account'), { exact: true }).fill(account);
    await this.page.getByLabel(this.words('account:login.password'), { exact: true }).fill(password);
    await this.submit.click();
    return new PuzzleSheet(this.page, this.words);
  }

  /** The whole way in. The page that asked for the login is shown next. */
  async logIn(credentials: Credentials): Promise<void> {
    await (await this.enter(credentials)).drag();
    await expect(this.toast(this.words('account:login.done'))).toBeVisible();
  }

  /** Up to the text that the wallet signs. */
  async byWallet(): Promise<WalletSheet> {
    await this.button(this.words('account:login.withWallet')).click();
    return new WalletSheet(this.page, this.words).connect();
  }

  /** What the exchange answered. */
  refusal(text: string): Locator {
    return this.page.getByRole('alert').last().filter({ hasText: text });
  }

  async toRegister(): Promise<RegisterPage> {
    await this.button(this.words('account:login.register')).click();
    return new RegisterPage(this.page, this.words);
  }
}
