import { expect } from 'playwright/test';
import { Screen } from './Screen';

export class ProofPage extends Screen {
  static readonly path = '/pages/contract/proof';
  readonly checks = this.page.getByRole('list', { name: this.words('trade:proof.checks'), exact: true }).getByRole('listitem');
  /** Beside what this device kept, what is public now, and what a witness signed. */
  readonly compared = this.page
    .getByRole('list', { name: this.words('trade:proof.compared'), exact: true })
    .getByRole('listitem');
  /** Nothing failed; a minute after the decision its seal is there too. */
  readonly proven = this.page
    .getByText(this.words('trade:proof.proven'), { exact: true })
    .or(this.page.getByText(this.words('trade:proof.unsealed'), { exact: true }));

  async isShown(): Promise<void> {
    await this.isAt(ProofPage.path);
    await expect(this.checks.first()).toBeVisible();
  }

  /** Every check that applies holds, and there are at least so many of them. */
  async holds(least: number): Promise<void> {
    await this.isShown();
    await expect(this.proven).toBeVisible();
    const fine = (['ok', 'pending', 'absent', 'partial'] as const).map((state) => this.words(`trade:proof.state.${state}`));
    await expect(async () => {
      const states = await this.states();
      expect(states.filter((state) => !fine.includes(state))).toEqual([]);
      expect(states.filter((state) => state === fine[0]).length).toBeGreaterThanOrEqual(least);
    }).toPass({ timeout: 15_000 });
  }

  /** What every check came to, in words. */
  async states(): Promise<string[]> {
    const texts = await this.checks.allInnerTexts();
    const names = (['partial', 'ok', 'failed', 'pending', 'absent'] as const).map((state) =>
      this.words(`trade:proof.state.${state}`),
    );
    return texts.map((text) => names.find((name) => text.includes(name)) ?? text);
  }
}
