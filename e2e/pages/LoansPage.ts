import { expect, type Locator } from 'playwright/test';
import { ProofPage } from './ProofPage';
import { Screen } from './Screen';
import { openPage } from './openPage';

/** Borrowing, on the page of Interest Treasure. */
export class LoansPage extends Screen {
  static readonly path = '/pages/InterestTreasure/index';
  static readonly orders = '/pages/InterestTreasure/order';
  readonly amount = this.page.getByRole('main').getByLabel(this.words('loans:form.amount'), { exact: true });
  readonly submit = this.page.getByRole('main').locator('button[type=submit]');
  readonly sheet = this.page.getByRole('dialog');
  readonly levels = this.page.getByRole('table', { name: this.words('loans:ltv.title') });

  async open(): Promise<this> {
    await openPage(this.page, `${LoansPage.path}?product=loans`);
    await expect(this.amount).toBeVisible();
    return this;
  }

  /** The sheet of one loan. */
  async openLoan(id: string): Promise<Locator> {
    await openPage(this.page, `${LoansPage.orders}?product=loans&id=${id}`);
    await expect(this.sheet.getByText(this.words('loans:loan.steps'))).toBeVisible();
    return this.sheet;
  }

  /** Of the open loan: the newest of the decisions about it, recomputed in this browser. */
  async check(): Promise<ProofPage> {
    await this.button(this.words('loans:loan.check'), this.sheet).first().click();
    return new ProofPage(this.page, this.words);
  }

  /** All that is free of it. */
  async lock(coin: string): Promise<void> {
    await this.page.getByRole('checkbox', { name: coin, exact: true }).check();
  }

  async agree(): Promise<void> {
    await this.page.getByRole('checkbox', { name: this.words('loans:form.agree') }).check();
  }

  async review(): Promise<Locator> {
    await this.submit.filter({ hasText: this.words('loans:form.submit') }).click();
    await expect(this.sheet.getByText(this.words('loans:review.note'))).toBeVisible();
    return this.sheet;
  }

  async confirm(password: string): Promise<void> {
    await this.button(this.words('loans:review.yes'), this.sheet).click();
    await this.sheet.getByLabel(this.words('stepUp:loginPassword'), { exact: true }).fill(password);
    await this.button(this.words('stepUp:confirm'), this.sheet).click();
    await expect(this.button(this.words('loans:loan.repay'), this.sheet)).toBeVisible();
  }

  /** Everything that is owed, out of the coin account. */
  async repayAll(): Promise<void> {
    await this.button(this.words('loans:loan.repay'), this.sheet).click();
    await this.button(this.words('common:action.max'), this.sheet).click();
    await expect(this.valueOf(this.words('loans:repay.owedAfter'), this.sheet)).toHaveText(/^0 /);
    await this.button(this.words('loans:loan.repay'), this.sheet).click();
  }
}
