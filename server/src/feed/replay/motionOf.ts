import type { BarMotion, CountedMoves } from '@tessera/shared/fairness';
import type { DayParameters } from '../days/DayPart';

/** How a market moves in a bar of its recording, as its day was committed to. undefined: the day says nothing of it. */
export function motionOf(own: DayParameters | undefined, counted: CountedMoves, row: number): BarMotion | undefined {
  if (own === undefined || !('barMoves' in own)) return undefined;
  if (!('countedBars' in own)) return { moves: own.barMoves, keepsStep: false };
  return { moves: counted.before(row, own.countedBars) ?? own.barMoves, keepsStep: true };
}
