/** A recorded bar as it is played: the path that the day's draw gives it, a price each second of ours or, of a short bar, four. */
import { barPath, stepsToText, textToSteps, type BarMotion } from '@tessera/shared/fairness';
import { decimalsOf, price, toText } from '@tessera/shared/money';
import { nativeSha256 } from '../nativeSha256';
import type { BarFigures, FileEvent } from './quoteFile';

const stepMs = 1_000;
const fewestPoints = 4;
const maxPoints = 900;

/** An event in our time. */
export interface PlayedEvent extends Omit<FileEvent, 'atMs'> {
  readonly atMs: number;
}

/** `fromMs`, `toMs`: the bar in our time. `motion`: how its market moves in a bar. */
export function playedBar(
  draw: Uint8Array,
  symbol: string,
  bar: BarFigures,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  motion: BarMotion | undefined,
): readonly PlayedEvent[] {
  const figures = [bar.open, bar.high, bar.low, bar.close];
  const digits = Math.max(...figures.map(decimalsOf));
  const [open = 0, high = 0, low = 0, close = 0] = figures.map((value) => textToSteps(toText(value), digits));
  const points = Math.min(maxPoints, Math.max(fewestPoints, Math.floor((toMs - fromMs) / stepMs)));
  const path = barPath(draw, { symbol, atMs: fromMs, open, high, low, close }, points, nativeSha256, motion);
  return path.map((steps, index) => ({
    atMs: fromMs + Math.floor(((toMs - fromMs) * index) / points),
    price: price(stepsToText(steps, digits)),
    bid: undefined,
    ask: undefined,
    // The bar's whole volume belongs to its end: only then is it known.
    volume: index === points - 1 ? bar.volume : undefined,
  }));
}
