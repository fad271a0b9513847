/**
 * The shape of one candle on whole pixels. Highcharts' own rounds a body to at least five pixels, so that a hundred candles
 * run into each other; ours is as wide as it was told, with the wick in its middle.
 */
import type { SVGPathArray } from 'highcharts';

export interface CandlePlace {
  readonly plotX: number;
  readonly plotOpen: number;
  readonly plotClose: number;
  readonly plotHigh: number;
  /** The low: Highcharts' name for it. */
  readonly yBottom: number;
}

/** An odd number of pixels, so that the wick stands in the middle, with a gap to the next candle. */
export function bodyWidth(pitchPx: number): number {
  const widest = Math.max(1, Math.floor(pitchPx * 0.82));
  return widest % 2 === 1 ? widest : widest - 1;
}

/** A line of one pixel is sharp between two whole numbers. */
const crisp = (px: number): number => Math.floor(px) + 0.5;

export function candlePath({ plotX, plotOpen, plotClose, plotHigh, yBottom }: CandlePlace, body: number): SVGPathArray {
  const half = (body - 1) / 2;
  const x = crisp(plotX);
  const top = crisp(Math.min(plotOpen, plotClose));
  const bottom = crisp(Math.max(plotOpen, plotClose));
  return [
    ['M', x - half, bottom],
    ['L', x - half, top],
    ['L', x + half, top],
    ['L', x + half, bottom],
    ['Z'],
    ['M', x, Math.min(top, Math.floor(plotHigh))],
    ['L', x, top],
    ['M', x, bottom],
    ['L', x, Math.max(bottom, Math.ceil(yBottom))],
  ];
}
