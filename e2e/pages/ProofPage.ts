import { expect } from 'playwright/test';
import { Screen } from './Screen';

export class ProofPage extends Screen {
  static readonly path = '/pages/contract/proof';
  readonly checks = this.page.getByRole('main').getByRole('listitem');
  readonly proven = this.page.getByText(this.words('trade:proof.proven'), { exact: true });

  async isShown(): Promise<void> {
    await this.isAt(ProofPage.path);
    await expect(this.checks.first()).toBeVisible();
  }

  /** What every check came to, in words. */
  async states(): Promise<string[]> {
    const texts = await this.checks.allInnerTexts();
    const names = (['ok', 'failed', 'pending', 'absent'] as const).map((state) => this.words(`trade:proof.state.${state}`));
    return texts.map((text) => names.find((name) => text.includes(name)) ?? text);
  }
}
