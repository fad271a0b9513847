import { expect } from 'playwright/test';
import { openPage } from './openPage';
import { Screen } from './Screen';

/** One project: taking part, and its result. */
export class ProjectPage extends Screen {
  readonly main = this.page.getByRole('main');
  readonly sheet = this.page.getByRole('dialog');

  async open(id: string, name: string): Promise<this> {
    await openPage(this.page, `/pages/InterestTreasure/detail?project=${id}`);
    await expect(this.main.getByRole('heading', { name })).toBeVisible();
    return this;
  }

  async join(amount: string, password: string): Promise<void> {
    await this.main.getByLabel(this.words('projects:join.amount'), { exact: true }).fill(amount);
    await this.main.getByRole('checkbox').check();
    await this.button(this.words('projects:join.submit'), this.main).click();
    await this.button(this.words('projects:join.confirm'), this.sheet).click();
    await this.sheet.getByLabel(this.words('stepUp:loginPassword'), { exact: true }).fill(password);
    await this.button(this.words('stepUp:confirm'), this.sheet).click();
    await expect(this.main.getByText(this.words('projects:yours', { amount, asset: 'USDT' }))).toBeVisible();
  }

  /** Beside the public record, in this browser. */
  async check(): Promise<void> {
    await this.button(this.words('projects:ended.check'), this.main).click();
    await expect(this.main.getByText(this.words('projects:ended.right'))).toBeVisible();
  }
}
