/**
 * The simulated market has no trades, so its volume is a model: the symbol's usual turnover of a day, spread over the day
 * with a fixed scatter. It is a figure to draw, made with drawing numbers; screens mark it as modelled
 * (`isVolumeModelled`), and nothing is ever decided by it.
 */
import { amount, toDrawingNumber, type Amount, type Price } from '@tessera/shared/money';
import type { SymbolTerms } from '../../catalog/Catalog';

const dayMs = 86_400_000;
const volumeDigits = 3;

export function modelledVolume(symbol: SymbolTerms, value: Price, atMs: number, spanMs: number): Amount {
  const turnover = toDrawingNumber(symbol.model.dailyTurnover) * (spanMs / dayMs) * scatter(symbol, atMs);
  return amount((turnover / toDrawingNumber(value)).toFixed(volumeDigits));
}

/** From 0.4 to 1.6, the same for the same symbol and instant. */
function scatter(symbol: SymbolTerms, atMs: number): number {
  let mixed = (Math.floor(atMs / 250) ^ (symbol.id.charCodeAt(0) << 16) ^ (symbol.id.charCodeAt(1) << 8)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b) >>> 0;
  return 0.4 + (mixed % 1_201) / 1_000;
}
