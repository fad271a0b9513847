/**
 * Recorded ticks as they are played: each move of the recording in the direction that the day's draw gives it (shared/fairness/drawnMove).
 * Days that were committed to without that are played as recorded. The level goes on from tick to tick, and after a start from the log.
 */
import { drawnMove, drawnMoveBytes, stepsToText, type ReplayedLevel } from '@tessera/shared/fairness';
import { add, price, subtract, toText, type Price } from '@tessera/shared/money';
import type { SymbolTerms } from '../../catalog/Catalog';
import { nativeSha256 } from '../nativeSha256';
import type { FeedTick } from '../PriceFeed';

/** What directions are drawn from at an instant: 'recorded' where they are the recording's, undefined while it is not known. */
export type DirectionAt = (atMs: number) => Uint8Array | 'recorded' | undefined;

export interface PlayedMoves {
  readonly ticks: readonly FeedTick[];
  /** After the last of them; undefined where there was none yet. */
  readonly level: ReplayedLevel | undefined;
}

/** `recorded`: of one market, ascending. Of an instant whose draw is not known nothing is played. */
export function playMoves(
  { id, digits }: Pick<SymbolTerms, 'id' | 'digits'>,
  recorded: readonly FeedTick[],
  before: ReplayedLevel | undefined,
  directionAt: DirectionAt,
): PlayedMoves {
  let level = before;
  const ticks: FeedTick[] = [];
  for (const tick of recorded) {
    const direction = directionAt(tick.atMs);
    if (direction === undefined) continue;
    if (level === undefined || direction === 'recorded') {
      level = levelOf(tick.price, tick.price, digits);
      ticks.push(tick);
      continue;
    }
    level = drawnMove(nativeSha256(drawnMoveBytes(direction, id, tick.atMs)), level, figure(tick.price));
    ticks.push(movedTo(price(stepsToText(level.played, digits)), tick));
  }
  return { ticks, level };
}

export const levelOf = (recorded: Price, played: Price, digits: number): ReplayedLevel => ({
  recorded: figure(recorded),
  played: Math.round(figure(played) * 10 ** digits),
});

/** Only the size of a move is made of it. */
const figure = (value: Price): number => Number(toText(value));

/** With the spread that it was recorded with. */
function movedTo(played: Price, tick: FeedTick): FeedTick {
  const bid = subtract(played, subtract(tick.price, tick.bid));
  return {
    ...tick,
    price: played,
    bid: bid.gt('0') ? bid : played,
    ask: add(played, subtract(tick.ask, tick.price)),
  };
}
