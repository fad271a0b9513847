/** The catalogue as the client reads it. */
import type { SymbolInfo } from '@tessera/shared/contract';
import { stepsToText } from '@tessera/shared/fairness';
import { toText } from '@tessera/shared/money';
import type { SymbolTerms } from './Catalog';
import { marketStatus } from './marketCalendar';

const shownBeforeMs = 8 * 86_400_000;
const shownAheadMs = 42 * 86_400_000;

export function symbolInfo(
  symbol: SymbolTerms,
  nowMs: number,
  { isVolumeModelled, isHalted }: { readonly isVolumeModelled: boolean; readonly isHalted: boolean },
): SymbolInfo {
  const market = marketStatus(symbol.calendar, nowMs);
  const holidays = (symbol.calendar.holidays ?? []).filter(
    ([fromMs, toMs]) => toMs > nowMs - shownBeforeMs && fromMs < nowMs + shownAheadMs,
  );
  return {
    symbol: symbol.id,
    base: symbol.base,
    quote: symbol.quote,
    assetClass: symbol.assetClass,
    digits: symbol.digits,
    tickSize: stepsToText(1, symbol.digits),
    pipSize: toText(symbol.pipSize),
    contractSize: toText(symbol.contractSize),
    lotMin: toText(symbol.lotMin),
    lotStep: toText(symbol.lotStep),
    lotMax: toText(symbol.lotMax),
    staleAfterMs: symbol.staleAfterMs,
    products: { spot: symbol.hasSpot, seconds: symbol.hasSeconds, leverage: symbol.hasLeverage },
    market: { state: market.state, nextChangeAtMs: market.nextChangeAtMs ?? null, ...(isHalted ? { isHalted } : {}) },
    ...(symbol.calendar.weeklyWindows === undefined
      ? {}
      : { weeklyHours: symbol.calendar.weeklyWindows.map(([opens, closes]): [number, number] => [opens, closes]) }),
    ...(holidays.length === 0 ? {} : { holidays: holidays.map(([fromMs, toMs]): [number, number] => [fromMs, toMs]) }),
    isVolumeModelled,
  };
}
