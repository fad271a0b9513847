import type { Candle } from '../../domain/contract';
import { price, toDrawingNumber, type Price } from '../../domain/money';

/** A candle as the chart draws it: the one place of the charts where decimal text becomes numbers, for drawing only. */
export interface Bar {
  readonly startMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number | null;
  /** What the legend prints: the exact texts. */
  readonly candle: Candle;
}

export const drawingNumber = (text: string): number => toDrawingNumber(price(text) satisfies Price);

export function toBar(candle: Candle): Bar {
  const [startMs, open, high, low, close, volume] = candle;
  return {
    startMs,
    open: drawingNumber(open),
    high: drawingNumber(high),
    low: drawingNumber(low),
    close: drawingNumber(close),
    volume: volume === null ? null : drawingNumber(volume),
    candle,
  };
}
