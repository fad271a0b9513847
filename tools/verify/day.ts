/** A day of a symbol: its ticks, the roots over them, its seed, and a simulated day's prices drawn again. */
import { check, type Check } from './Check';
import type { Known } from './Known';
import { entryOf, logChecks, runCheck } from './logOfProof';
import type { LogOfProof } from './shapes';
import { pausesOf } from './pauses';
import { dayEnd, drawnTicks, redrawn } from './simulatedDay';

export interface DayFile extends LogOfProof {
  readonly symbol: string;
  readonly day?: string;
  /** What the header of a day file says of its ticks. */
  readonly stated?: { readonly previousHash: string; readonly firstSeq: number; readonly lastSeq: number };
}

export function checkDay({ symbol, ticks, anchors, feedDay, stated }: DayFile, known: Known): Check[] {
  return [
    runCheck(symbol, ticks, ticks.length > 0 && isAsStated(ticks, stated)),
    ...logChecks({ ticks, anchors, feedDay }, { symbol, decidingSeq: anchors.at(-1)?.heads[symbol]?.seq, incidents: [] }, known),
    redrawnCheck({ symbol, ticks, anchors, feedDay }, known),
  ];
}

const isAsStated = (ticks: DayFile['ticks'], stated: DayFile['stated']): boolean =>
  stated === undefined ||
  (ticks[0]?.seq === stated.firstSeq && ticks[0].previousHash === stated.previousHash && ticks.at(-1)?.seq === stated.lastSeq);

/**
 * What the exchange filled in later is drawn from the same day. A drawn tick that is not there, outside published pauses, was withheld:
 * the exchange publishes every time without prices. 'partial' where that cannot be said, because not the whole record is known.
 */
function redrawnCheck({ symbol, ticks, feedDay }: DayFile, { entries }: Known): Check {
  if (feedDay?.source !== 'simulated') return check('redrawn', 'absent');
  const drawn = drawnTicks(feedDay, symbol);
  if (drawn === undefined) return check('redrawn', 'pending');
  const pauses = pausesOf(symbol, entries);
  const { published, differing, missing, unexplained, firstUnexplainedMs, first } = redrawn(drawn, ticks, pauses);
  // It was never shown as a whole: what is missing of it says nothing.
  const isInvented = (entryOf(feedDay, 'seed_committed', entries)?.atMs ?? 0) >= dayEnd(feedDay.day);
  const isLeftOut = unexplained > 0 && !isInvented;
  const left = isLeftOut ? `, ${unexplained} of them outside published pauses, the first at ${firstUnexplainedMs}` : '';
  return check(
    'redrawn',
    differing > 0 || (isLeftOut && pauses !== undefined) ? 'failed' : isLeftOut ? 'partial' : 'ok',
    `${published} ticks`,
    first ?? `${differing} differ, ${missing} drawn and not there${left}`,
  );
}
