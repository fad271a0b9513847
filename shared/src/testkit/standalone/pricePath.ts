/**
 * The prices of one symbol, one after the other, without end: recorded ones while there are any, a seeded walk from there
 * on. A price is a whole number of the symbol's smallest steps, so that no figure passes through a fraction.
 */
import type { SymbolInfo } from '../../domain/contract';
import { seededRandom } from './seededRandom';

/** One step moves the price by about this share of itself. */
const liveliness = 0.0002;

export function* pricePath(symbol: SymbolInfo, firstPrice: string, recorded: readonly string[] = []): Generator<number, never> {
  const random = seededRandom(symbol.symbol);
  let steps = toSteps(firstPrice, symbol.digits);
  for (const price of recorded) yield (steps = toSteps(price, symbol.digits));
  const anchor = steps;
  for (;;) {
    // Drawn back to where it began, so that a page left open for a day still shows a believable price.
    const pull = (anchor - steps) * 0.002;
    steps = Math.max(1, Math.round(steps + pull + (random() + random() - 1) * Math.max(1, anchor * liveliness)));
    yield steps;
  }
}

export function toSteps(price: string, digits: number): number {
  const [whole = '0', fraction = ''] = price.split('.');
  return Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
}

export function toPrice(steps: number, digits: number): string {
  const text = String(steps).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
