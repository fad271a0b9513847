import { expect } from 'playwright/test';
import type { Credentials } from './Credentials';
import { PuzzleSheet } from './PuzzleSheet';
import { Screen } from './Screen';
import { WalletSheet } from './WalletSheet';
import { openPage } from './openPage';

export class RegisterPage extends Screen {
  static readonly path = '/pages/register/index';
  readonly submit = this.button(this.words('account:register.submit'));

  async open(): Promise<this> {
    await openPage(this.page, RegisterPage.path);
    return this;
  }

  async isShown(): Promise<void> {
    await this.isAt(RegisterPage.path);
    await expect(this.heading(this.words('account:register.title'))).toBeVisible();
  }

  /** Fills in the form and asks for the puzzle. */
  async enter({ account, password }: Credentials, country = 'CH'): Promise<PuzzleSheet> {
    const field = (key: string) => this.page.getByLabel(this.words(`account:register.${key}`), { exact: true });
    await field('email').fill(account);
    await field('country').selectOption(country);
    await field('password').fill(password);
    await field('passwordAgain').fill(password);
    await field('agreement').check();
    await this.submit.click();
    return new PuzzleSheet(this.page, this.words);
  }

  /** Up to the text that the wallet signs. */
  async byWallet(country = 'CH'): Promise<WalletSheet> {
    await this.choose(this.words('account:register.kind'), this.words('account:register.byWallet'));
    const field = (key: string) => this.page.getByLabel(this.words(`account:register.${key}`), { exact: true });
    await field('country').selectOption(country);
    await field('agreement').check();
    await this.submit.click();
    await new PuzzleSheet(this.page, this.words).drag();
    return new WalletSheet(this.page, this.words).connect();
  }

  async register(credentials: Credentials): Promise<void> {
    await (await this.enter(credentials)).drag();
    await expect(this.toast(this.words('account:register.done'))).toBeVisible();
  }
}
