/** Nobody is paid for holding a position over one night: the terms of every symbol, at every leverage, night and price. */
import { beforeAll, expect, test } from '@jest/globals';
import { add, compare, multiply, rate, subtract, toText, zero, type Price } from '@tessera/shared/money';
import {
  closingPrice,
  marginOf,
  nightsAt,
  noDivisor,
  notionalOf,
  openingPrice,
  profitOf,
  swapOf,
  tradeFeeOf,
} from '@tessera/shared/trading';
import { useTestDatabase } from '../../test/testDatabase';
import { spreadOf } from '../feed/spread';
import { loadCatalog, type Catalog } from './Catalog';

const database = useTestDatabase();
let catalog: Catalog;
beforeAll(async () => {
  catalog = await loadCatalog(database.db, Date.UTC(2026, 10, 18, 12));
});

/** A week of nights, and prices from a tenth to the tenfold of the model's. */
const dayMs = 86_400_000;
const week = [0, 1, 2, 3, 4, 5, 6].map((day) => Date.UTC(2026, 10, 15, 22) + day * dayMs);
const shares = ['0.1', '0.5', '0.8', '0.95', '1', '1.05', '1.25', '2', '10'];

test('no position that is held through one night earns more by swap alone than its round trip costs', () => {
  const paid: string[] = [];
  let cases = 0;
  for (const symbol of catalog.symbols()) {
    const terms = catalog.leverageTerms(symbol.id);
    if (terms === undefined) continue;
    const spread = spreadOf(symbol);
    const scale = 6;
    const priceAt = (share: string): Price => multiply(symbol.model.referencePrice, rate(share), symbol.digits, 'down');
    for (const share of shares)
      for (const direction of ['long', 'short'] as const)
        for (const nightMs of week)
          for (const lots of [symbol.lotMin, symbol.lotMax]) {
            const at = priceAt(share);
            const divisorSymbol = terms.divisorSymbol === undefined ? undefined : catalog.symbol(terms.divisorSymbol);
            const divisor =
              divisorSymbol === undefined ? noDivisor : divisorSymbol.id === symbol.id ? at : divisorSymbol.model.referencePrice;
            const size = { lots, contractSize: symbol.contractSize };
            const valuation = { divisor, scale };
            const [opened, closed] = [openingPrice(direction, at, spread), closingPrice(direction, at, spread)];
            const perNight = direction === 'long' ? terms.swapLong : terms.swapShort;
            const swap = swapOf(
              { mode: terms.swapMode, perNight, digits: symbol.digits },
              size,
              notionalOf(size, at, valuation),
              nightsAt(nightMs, terms.tripleWeekday),
              valuation,
            );
            const fees = add(
              tradeFeeOf(notionalOf(size, opened, valuation), terms.feeRate, scale),
              tradeFeeOf(notionalOf(size, closed, valuation), terms.feeRate, scale),
            );
            const earned = subtract(add(profitOf(direction, size, opened, closed, valuation), swap), fees);
            // What it earns is the same at every leverage; what share of the margin that is, is not.
            for (const leverage of terms.leverages) {
              cases += 1;
              if (compare(earned, zero) <= 0) continue;
              const margin = marginOf(notionalOf(size, opened, valuation), leverage, scale);
              paid.push(`${symbol.id} ${direction} x${leverage} at ${toText(at)}: +${toText(earned)} of ${toText(margin)}`);
            }
          }
  }
  expect(paid).toEqual([]);
  expect(cases).toBeGreaterThan(10_000);
});
