/** A chart by keyboard: arrows step, plus and minus zoom, End goes to the newest, Escape puts the crosshair away. */
import type { CandleDrawing } from './candleDrawing';
import type { Cross } from './crosshair';
import { kept } from './overlay';

export function keyActions(
  drawing: CandleDrawing,
  cross: Cross | undefined,
  choose: (next: Cross | undefined) => void,
): Readonly<Record<string, () => void>> {
  const bounds = drawing.bounds();
  const geometry = drawing.geometry();
  if (bounds === undefined || geometry === undefined) return {};
  const step = (by: number) => () => {
    const index = kept((cross?.index ?? bounds.last) + by, bounds.first, bounds.last);
    drawing.reveal(index);
    choose({ index, y: undefined });
  };
  const zoom = (factor: number) => () => drawing.zoom(factor, geometry.plotWidth);
  return {
    ArrowLeft: step(-1),
    ArrowRight: step(1),
    PageUp: step(-10),
    PageDown: step(10),
    End: () => {
      drawing.toNewest();
      choose({ index: bounds.last, y: undefined });
    },
    // Without a crosshair Escape is not ours: it closes a chart that fills the screen.
    ...(cross === undefined ? {} : { Escape: () => choose(undefined) }),
    '+': zoom(0.8),
    '=': zoom(0.8),
    '-': zoom(1.25),
  };
}
