/** The ways to a page by its address. */
import type { Page } from 'playwright/test';
import { appUrl } from '../fixtures/appUrl';
import { showsAnother } from './turnTo';

/** A page that no journey begins with. */
export const betweenPages = '/pages/user/about';

/**
 * Where the app stands already, as a tap on a link does: to load its document again takes as much computing as ten seconds of use. The
 * first page of a browser is loaded. The same page once more is left for another one and put up anew; so is one over which a sheet is open.
 */
export async function openPage(page: Page, path: string): Promise<void> {
  const [document, hash = ''] = page.url().split('#');
  const isSame = hash.split('?')[0] === path.split('?')[0];
  if (document !== appUrl() || (isSame && path === betweenPages)) return loadPage(page, path);
  const sheets = page.locator('dialog[open]');
  if (isSame || (await sheets.count()) > 0) await showsAnother(page, betweenPages);
  // A sheet of the shell stays.
  if ((await sheets.count()) > 0) await loadPage(page, path);
  else if (path !== betweenPages) await showsAnother(page, path);
}

/** As a typed or shared link does: always a document of its own. */
export async function loadPage(page: Page, path: string): Promise<void> {
  // Where only the hash differs no document is loaded.
  if (page.url().split('#')[0] === appUrl()) await page.goto('about:blank');
  await page.goto(`${appUrl()}#${path}`);
}
