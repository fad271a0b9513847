/** Moves what both charts lay over their plot: the last price, the lines and points of a caller. */
import { writeText } from '../ui/figures/writeText';
import { drawingNumber } from './Bar';
import type { PointMarker, PriceMarker } from './markers';
import { kept, moveTo, show } from './overlay';
import { spreadLabels } from './spreadLabels';
import type { Parts } from './useParts';

/** The part of the plot that shows prices. */
export interface PricePlace {
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  yOf(price: number): number;
}

const labelHeight = 20;

export function placeLast(
  parts: Parts,
  place: PricePlace,
  last: { readonly price: string; readonly text: string; readonly move?: string | undefined },
): void {
  const y = kept(place.yOf(drawingNumber(last.price)), place.top, place.bottom);
  const paint = (element: HTMLElement) => {
    if (last.move !== undefined) element.dataset['move'] = last.move;
  };
  parts.on('lastLine', (element) => {
    moveTo(element, 0, y);
    paint(element);
  });
  parts.on('lastTag', (element) => {
    writeText(element, last.text);
    moveTo(element, place.width + 1, y);
    paint(element);
  });
}

/** A line out of sight is not drawn; its label rests at the edge that it left by. */
export function placePriceMarkers(parts: Parts, place: PricePlace, markers: readonly PriceMarker[]): void {
  const lines = markers.map(({ price }) => place.yOf(drawingNumber(price)));
  const labels = spreadLabels(
    lines.map((y) => kept(y, place.top + labelHeight / 2, place.bottom - labelHeight / 2)),
    labelHeight,
    place.top + labelHeight / 2,
    place.bottom - labelHeight / 2,
  );
  markers.forEach(({ id }, index) => {
    const y = lines[index] ?? 0;
    const isInSight = y >= place.top && y <= place.bottom;
    parts.on(`line ${id}`, (element) => {
      show(element, isInSight);
      moveTo(element, 0, y);
    });
    parts.on(`label ${id}`, (element) => {
      element.toggleAttribute('data-beyond', !isInSight);
      moveTo(element, 8, labels[index] ?? 0);
    });
  });
}

export function placePointMarkers(
  parts: Parts,
  place: PricePlace,
  markers: readonly PointMarker[],
  xOf: (atMs: number) => number | undefined,
): void {
  for (const marker of markers) {
    const x = xOf(marker.atMs) ?? -1;
    parts.on(`point ${marker.id}`, (element) => {
      show(element, x >= 0 && x <= place.width);
      moveTo(element, x, kept(place.yOf(drawingNumber(marker.price)), place.top, place.bottom));
    });
  }
}
