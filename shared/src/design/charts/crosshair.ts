/** Puts the crosshair and its two labels onto a bar, or away. */
import type { Geometry } from './geometry';
import { writeText } from '../ui/figures/writeText';
import { kept, moveTo, show } from './overlay';
import type { Parts } from './useParts';

export interface Cross {
  readonly index: number;
  /** Where the finger is; undefined when the keyboard chose the bar. */
  readonly y: number | undefined;
}

export function placeCrosshair(
  parts: Parts,
  geometry: Geometry,
  cross: Cross | undefined,
  texts: { readonly time: string; priceAt(price: number): string },
): void {
  const isShown = cross !== undefined;
  for (const id of ['crossX', 'crossTime']) parts.on(id, (element) => show(element, isShown));
  for (const id of ['crossY', 'crossTag']) parts.on(id, (element) => show(element, cross?.y !== undefined));
  if (cross === undefined) return;
  const { priceTop, priceBottom, bottom, plotWidth } = geometry;
  const x = geometry.xOf(cross.index);
  parts.on('crossX', (element) => moveTo(element, x, priceTop));
  parts.on('crossTime', (element) => {
    writeText(element, texts.time);
    moveTo(element, kept(x - element.offsetWidth / 2, 0, plotWidth - element.offsetWidth), bottom + 2);
  });
  if (cross.y === undefined) return;
  const y = kept(cross.y, priceTop, bottom);
  parts.on('crossY', (element) => moveTo(element, 0, y));
  parts.on('crossTag', (element) => {
    // A pane has no price.
    show(element, y <= priceBottom);
    writeText(element, texts.priceAt(geometry.priceAt(y)));
    moveTo(element, plotWidth + 1, y);
  });
}
