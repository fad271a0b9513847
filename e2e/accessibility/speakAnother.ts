import { expect, type Page } from 'playwright/test';
import type { Language } from '@tessera/shared/contract';

/** Where the page stands, as when it is chosen in another page of this browser. */
export async function speakAnother(page: Page, language: Language): Promise<void> {
  await page.evaluate((newValue) => {
    localStorage.setItem('lang', newValue);
    window.dispatchEvent(new StorageEvent('storage', { key: 'lang', newValue }));
  }, language);
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`));
}
