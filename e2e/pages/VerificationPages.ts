import { expect, type Locator } from 'playwright/test';
import { Screen } from './Screen';

/** The two steps by which a person shows who he is. */
export class VerificationPages extends Screen {
  readonly submit = this.button(this.words('account:identity.submit'));
  readonly underReview = this.page.getByText(this.words('account:identity.reviewBody'));
  readonly done = this.page.getByText(this.words('account:identity.certifiedBody'));

  field(name: string): Locator {
    return this.page.getByLabel(this.words(`account:identity.${name}` as 'account:identity.country'), { exact: true });
  }

  async fillPrimary(idNumber: string): Promise<void> {
    await this.field('country').selectOption('CH');
    await this.field('firstName').fill('Anna');
    await this.field('lastName').fill('Muster');
    await this.field('idType').selectOption('passport');
    await this.field('idNumber').fill(idNumber);
  }

  async toAdvanced(): Promise<void> {
    await this.button(this.words('account:identity.toAdvanced')).click();
    await expect(this.heading(this.words('account:identity.advanced'))).toBeVisible();
  }

  /** Chosen from the album, looked at, sent. */
  async givePicture(side: 'front' | 'back', picture: Buffer): Promise<void> {
    const label = `${this.words(`account:identity.${side}`)} ${this.words('pictures:album')}`;
    await this.button(label).setInputFiles({ name: `${side}.jpg`, mimeType: 'image/jpeg', buffer: picture });
    const received = this.page.getByText(this.words('pictures:sent'), { exact: true });
    const before = await received.count();
    await this.button(this.words('pictures:send')).click();
    await expect(received).toHaveCount(before + 1);
  }
}
