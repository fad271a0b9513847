/** Moves what lies over the plot of candles: last price, markers, edges, crosshair, legends; tells which bars are in sight. */
import { moveOf } from './barTexts';
import type { CandleDrawing } from './candleDrawing';
import type { CandlePlotParts } from './CandlePlotParts';
import { placeCrosshair, type Cross } from './crosshair';
import { writeLegends } from './Legend';
import { moveTo, show } from './overlay';
import { placeLast, placePointMarkers, placePriceMarkers } from './placeMarkers';

export function layOutCandles(
  drawn: CandleDrawing | undefined,
  cross: Cross | undefined,
  { parts, texts, times, plan, priceMarkers, pointMarkers, hasOlder, onView }: CandlePlotParts,
): void {
  const geometry = drawn?.geometry();
  const bounds = drawn?.bounds();
  const seen = drawn?.inSight();
  if (drawn === undefined || geometry === undefined || bounds === undefined || seen === undefined) return;
  const { priceTop, priceBottom, plotWidth } = geometry;
  const place = { top: priceTop, bottom: priceBottom, width: plotWidth, yOf: geometry.yOf };
  const last = drawn.bar(bounds.last);
  if (last !== undefined)
    placeLast(parts, place, { price: last.candle[4], text: texts.figure(last.candle[4]), move: moveOf(last) });
  placePriceMarkers(parts, place, priceMarkers);
  placePointMarkers(parts, place, pointMarkers, (atMs) => {
    const index = drawn.indexOf(atMs);
    return index === undefined ? undefined : geometry.xOf(index);
  });
  for (const [axis, top] of geometry.paneTops) parts.on(`pane ${axis}`, (element) => moveTo(element, 0, top));
  parts.on('olderEdge', (element) => {
    const width = geometry.xOf(bounds.first - 0.5);
    show(element, hasOlder && width > 2);
    if (element.hidden) return;
    moveTo(element, 0, priceTop);
    element.style.inlineSize = `${Math.max(0, width).toFixed(1)}px`;
    element.style.blockSize = `${(priceBottom - priceTop).toFixed(1)}px`;
  });
  parts.on('toNewest', (element) => {
    show(element, !drawn.isFollowing());
    element.style.insetInlineStart = `${plotWidth - 48}px`;
  });
  const chosen = cross === undefined ? undefined : drawn.bar(cross.index);
  placeCrosshair(parts, geometry, chosen === undefined ? undefined : cross, {
    time: chosen === undefined ? '' : times.full(chosen.startMs),
    priceAt: texts.drawnPrice,
  });
  const told = chosen ?? last;
  const toldIndex = chosen === undefined ? bounds.last : (cross?.index ?? bounds.last);
  if (told !== undefined) writeLegends(parts, texts, plan, told, (line) => drawn.valueAt(line, toldIndex));
  if (onView !== undefined && last !== undefined) {
    const inSight = Array.from({ length: seen.to - seen.from + 1 }, (_, step) => drawn.bar(seen.from + step)?.candle).filter(
      (candle) => candle !== undefined,
    );
    onView({ candles: inSight, newest: last.candle });
  }
}
