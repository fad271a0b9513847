/** Opens a page by its address, as a typed or shared link does. */
import type { Page } from 'playwright/test';
import { appUrl } from '../fixtures/appUrl';

export async function openPage(page: Page, path: string): Promise<void> {
  const address = `${appUrl()}#${path}`;
  // Where only the hash differs no document is loaded; a link from outside always loads one.
  if (page.url().split('#')[0] === appUrl()) await page.goto('about:blank');
  await page.goto(address);
}
