/**
 * The directions of a replayed day drawn again, beside the ticks that were published (drawnMove). How far a price moved is the recording's; whoever has
 * it can calculate that too. Where to is of the draw alone: each live price that is another one than before went where its time says.
 */
import { drawnMoveBytes } from './drawnMove';
import type { RedrawDifference, Redraw, RedrawnTick } from './redrawDay';
import type { Sha256 } from './sha256';

/** An open market has a price each second or two. After longer the tick before may be one that was lost, so the move is not judged. */
const judgedWithinMs = 2_000;

const arrow = (isUp: boolean): string => (isUp ? '↑' : '↓');

/** [fromMs, toMs): the day's prices. */
export function redrawDirections(
  draw: Uint8Array,
  symbol: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  sha256: Sha256,
): Redraw {
  let [published, differing] = [0, 0];
  let first: RedrawDifference | null = null;
  let before: RedrawnTick | undefined;

  function judge({ atMs, price }: RedrawnTick, last: RedrawnTick): void {
    // Decimal texts of a price's few digits: numbers order them as they are.
    const moved = Number(price) - Number(last.price);
    const isUp = (sha256(drawnMoveBytes(draw, symbol, atMs))[0] ?? 0) < 128;
    if (moved === 0 || moved > 0 === isUp) return;
    differing += 1;
    first ??= { atMs, drawn: arrow(isUp), published: arrow(moved > 0) };
  }

  return {
    take(ticks) {
      for (const tick of ticks) {
        published += 1;
        if (before !== undefined && tick.isFilled !== true && tick.atMs - before.atMs <= judgedWithinMs) judge(tick, before);
        before = tick;
      }
      return ((before?.atMs ?? fromMs) - fromMs) / (toMs - fromMs);
    },
    finish: () => ({ published, differing, missing: 0, missingOutside: 0, first }),
  };
}
