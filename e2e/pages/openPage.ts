/** The ways to a page by its address. */
import type { Page } from 'playwright/test';
import { appUrl } from '../fixtures/appUrl';
import { showsAnother } from './turnTo';

/**
 * Where the app stands already, as a tap on a link does: to load its document again takes as much computing as ten seconds of use. The
 * first page of a browser is loaded; so is one over which a sheet is open, and the same page once more.
 */
export async function openPage(page: Page, path: string): Promise<void> {
  const [document, hash = ''] = page.url().split('#');
  const isElsewhere = hash.split('?')[0] !== path.split('?')[0];
  if (document === appUrl() && isElsewhere && (await page.locator('dialog[open]').count()) === 0) await showsAnother(page, path);
  else await loadPage(page, path);
}

/** As a typed or shared link does: always a document of its own. */
export async function loadPage(page: Page, path: string): Promise<void> {
  // Where only the hash differs no document is loaded.
  if (page.url().split('#')[0] === appUrl()) await page.goto('about:blank');
  await page.goto(`${appUrl()}#${path}`);
}
