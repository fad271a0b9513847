/** The newest recorded prices of one symbol, oldest first, four to a bar: open, high, low, close. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const bars = 600;

/** `folder` holds `<BASE><QUOTE>-1m.csv` files: time, open, high, low, close, volume. undefined where it has none for the symbol. */
export function recordedPrices(folder, symbol) {
  if (!/^[A-Z0-9]+-[A-Z0-9]+$/.test(symbol)) return undefined;
  const path = join(folder, `${symbol.replace('-', '')}-1m.csv`);
  if (!existsSync(path)) return undefined;
  const [, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  return lines.slice(-bars).flatMap((line) => line.split(',').slice(1, 5));
}
