import type { Locator } from 'playwright/test';
import { Screen } from './Screen';
import { loadPage } from './openPage';

/** The conversation with customer service. */
export class KefuPage extends Screen {
  static readonly path = '/pages/kefu/index';
  /** What was said, oldest first; the day and "New" stand among it. */
  readonly said: Locator = this.page.getByRole('list', { name: this.words('conversation:title') }).getByRole('listitem');

  async open(): Promise<this> {
    await loadPage(this.page, KefuPage.path);
    return this;
  }

  async write(text: string): Promise<void> {
    await this.page.getByRole('textbox', { name: this.words('conversation:write') }).fill(text);
    await this.button(this.words('conversation:send')).click();
  }

  async send(picture: Buffer): Promise<void> {
    const file = { name: 'document.jpg', mimeType: 'image/jpeg', buffer: picture };
    await this.page.getByLabel(this.words('conversation:picture')).setInputFiles(file);
    await this.button(this.words('conversation:send')).click();
  }

  picture(by: 'ownPicture' | 'theirPicture'): Locator {
    return this.said.getByRole('img', { name: this.words(`conversation:${by}`) });
  }
}
