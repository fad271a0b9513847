/** A market's row, wherever it is listed: "1 BTC/USDT Vol 20.75B 89,334.30 down -2.83%". */
import { expect, type Locator } from 'playwright/test';

export const marketRow = (within: Locator, symbol: string): Locator =>
  within.getByRole('listitem').getByRole('button', { name: new RegExp(`^(\\d+ )?${symbol.replace('-', '/')} .*%$`) });

const figure = /^[\d.,\u00a0\u202f’ ]+$/;

/** The last bare figure is the price; a place in a ranking stands before it. */
export async function shownPrice(row: Locator): Promise<string | undefined> {
  const lines = (await row.innerText()).split('\n').map((line) => line.trim());
  return lines.filter((line) => figure.test(line)).at(-1);
}

/** The price, as soon as one stands there. */
export async function priceIn(row: Locator): Promise<string> {
  let price: string | undefined;
  await expect.poll(async () => (price = await shownPrice(row))).toMatch(/^[\d,]+\.\d+$/);
  return price ?? '';
}

/** The market's change of the last day, as a number to compare. */
export async function shownChange(row: Locator): Promise<number> {
  return Number.parseFloat(/([-+]?[\d.]+)%/.exec(await row.innerText())?.[1] ?? 'NaN');
}
