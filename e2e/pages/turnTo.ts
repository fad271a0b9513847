/** Turns the app to another page, as a tap on a link does: nothing is loaded again. */
import { expect, type Locator, type Page } from 'playwright/test';
import { wordsOf } from '../fixtures/words';
import { escaped } from './Screen';

const notOpenTitles = [wordsOf('en'), wordsOf('pseudo')].map((words) => words('common:notOpen.title'));

/**
 * Waits until the new page has its heading and its data. The page before stays for a moment while the new one is fetched: its heading
 * is marked, and another one is waited for. For that the path must be another one; under another query a page keeps its heading.
 */
export async function turnTo(page: Page, address: string): Promise<void> {
  await showsAnother(page, address);
  await isAtRest(page);
}

/** Until the new page has its heading; its data may still be on the way. */
export async function showsAnother(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => {
    for (const heading of document.querySelectorAll('main h1')) heading.setAttribute('data-left', '');
    location.hash = hash;
  }, address);
  await expect(page.getByRole('main').locator('h1:not([data-left])').first(), address).toBeAttached();
}

/** The page has its heading and its data. */
export async function isAtRest(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await expect(main.locator('[aria-busy=true]')).toHaveCount(0);
}

/** Stands where a page is not open yet. In English or the pseudo language. */
export function notOpen(page: Page): Locator {
  const titles = notOpenTitles.map(escaped).join('|');
  return page.getByRole('main').getByRole('heading', { name: new RegExp(`^(?:${titles})$`) });
}
