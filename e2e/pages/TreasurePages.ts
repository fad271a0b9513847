import { expect, type Locator } from 'playwright/test';
import { openPage } from './openPage';
import { Screen } from './Screen';

/** Interest Treasure: its products, the purchase of one, and the person's orders. */
export class TreasurePages extends Screen {
  static readonly list = '/pages/InterestTreasure/index';
  static readonly detail = '/pages/InterestTreasure/detail';
  static readonly orders = '/pages/InterestTreasure/order';
  readonly sheet = this.page.getByRole('dialog');
  readonly amount = this.page.getByLabel(this.words('treasure:calc.amount'), { exact: true });
  /** What the calculator says that an amount brings in all. */
  readonly total = this.valueOf(this.words('treasure:calc.total'), this.page.getByRole('main'));

  async open(): Promise<this> {
    await openPage(this.page, TreasurePages.list);
    await expect(this.page.getByRole('region', { name: this.words('treasure:summary.title') })).toBeVisible();
    return this;
  }

  product(days: number): Locator {
    return this.page.getByRole('article', { name: this.days(days), exact: true });
  }

  days(days: number): string {
    return this.words('treasure:days_other', { count: String(days) });
  }

  /** From the list to the sheet that says what became of it. */
  async buy(days: number, amount: string, password: string): Promise<void> {
    await this.button(new RegExp(`^${this.words('treasure:list.open')}`, 'u'), this.product(days)).click();
    await this.isAt(TreasurePages.detail);
    await this.amount.fill(amount);
    await this.page.getByRole('checkbox').check();
    await this.button(this.words('treasure:buy.submit')).click();
    const yes = new RegExp(`^(${this.words('treasure:buy.confirm')}|${this.words('treasure:buy.confirmReview')})$`, 'u');
    await this.button(yes, this.sheet).click();
    await this.prove(password);
    const became = new RegExp(`^(${this.words('treasure:buy.accepted')}|${this.words('treasure:buy.pending')})$`, 'u');
    await expect(this.sheet.getByRole('heading', { name: became })).toBeVisible();
  }

  /** The sheet of one order. */
  async openOrder(id: string): Promise<Locator> {
    await openPage(this.page, `${TreasurePages.orders}?id=${id}`);
    return this.isOrderShown();
  }

  /** From the sheet of one order to that of another, which is still in custody. */
  async turnToOrder(days: number): Promise<Locator> {
    await this.page.keyboard.press('Escape');
    await expect(this.sheet).toHaveCount(0);
    await this.page.getByRole('tab', { name: this.words('treasure:status.in_custody') }).click();
    await this.button(new RegExp(`^${this.days(days)}`, 'u')).click();
    return this.isOrderShown();
  }

  private async isOrderShown(): Promise<Locator> {
    await expect(this.sheet.getByText(this.words('treasure:order.steps'))).toBeVisible();
    return this.sheet;
  }

  /** Of the open order: what it costs and what comes back, in the first of two steps. */
  async endEarly(): Promise<Locator> {
    await this.button(this.words('treasure:redeem.open'), this.sheet).click();
    await expect(this.sheet.getByText(this.words('treasure:redeem.breach'))).toBeVisible();
    await expect(this.sheet.getByText(this.words('treasure:redeem.back'))).toBeVisible();
    return this.sheet;
  }

  async endForGood(password: string): Promise<void> {
    await this.button(this.words('treasure:redeem.next'), this.sheet).click();
    await this.button(this.words('treasure:redeem.confirm'), this.sheet).click();
    await this.prove(password);
  }

  /** Of the open order, which still waits for its review. */
  async takeBack(password: string): Promise<void> {
    await this.button(this.words('treasure:redeem.cancel'), this.sheet).click();
    await this.button(this.words('treasure:redeem.next'), this.sheet).click();
    await this.button(this.words('treasure:redeem.cancelYes'), this.sheet).click();
    await this.prove(password);
  }

  private async prove(password: string): Promise<void> {
    await this.sheet.getByLabel(this.words('stepUp:loginPassword'), { exact: true }).fill(password);
    await this.button(this.words('stepUp:confirm'), this.sheet).click();
  }
}
