/** A day of a symbol: its ticks, the roots over them, its seed, and a simulated day's prices drawn again. */
import { check, none, type Check } from './Check';
import type { Known } from './Known';
import { entryOf, isLive, logChecks, runCheck } from './logOfProof';
import type { LogOfProof } from './shapes';
import { dayMs, dayOfPauses, someTicked, pausesOf, pausesText } from './pauses';
import { judgedMoves } from './replayedDay';
import { dayEnd, drawnTicks, redrawn } from './simulatedDay';

export interface DayFile extends LogOfProof {
  readonly symbol: string;
  readonly day?: string;
  /** What the header of a day file says of its ticks. */
  readonly stated?: { readonly previousHash: string; readonly firstSeq: number; readonly lastSeq: number };
  /** SHA-256 of the packed file. */
  readonly fileHash?: string;
}

export function checkDay(file: DayFile, known: Known): Check[] {
  const { symbol, ticks, anchors, feedDay, stated } = file;
  return [
    runCheck(symbol, ticks, ticks.length > 0 && isAsStated(ticks, stated)),
    wholeCheck(file, known),
    ...logChecks({ ticks, anchors, feedDay }, { symbol, decidingSeq: anchors.at(-1)?.heads[symbol]?.seq, incidents: [] }, known),
    redrawnCheck({ symbol, ticks, anchors, feedDay }, known),
    pausesCheck(file, known),
  ];
}

const isAsStated = (ticks: DayFile['ticks'], stated: DayFile['stated']): boolean =>
  stated === undefined ||
  (ticks[0]?.seq === stated.firstSeq && ticks[0].previousHash === stated.previousHash && ticks.at(-1)?.seq === stated.lastSeq);

/**
 * The ticks are of this day, and all of them: every root of the day names one of them as its head, or the one before the first; and the file
 * is the one that the exchange lists. 'partial' where neither shows where the day ends.
 */
function wholeCheck(
  { symbol, ticks, anchors, feedDay, day = feedDay?.day, stated, fileHash }: DayFile,
  { logDays }: Known,
): Check {
  const [first, last] = [ticks[0], ticks.at(-1)];
  if (day === undefined || first === undefined || last === undefined) return check('whole', 'absent');
  const toMs = dayEnd(day);
  const fromMs = toMs - dayMs;
  const told = `${day} #${first.seq} .. #${last.seq}`;
  const outside = ticks.find(({ atMs }) => atMs < fromMs || atMs >= toMs);
  if (outside !== undefined) return check('whole', 'failed', told, `#${outside.seq} is of ${outside.atMs}`);
  const shown = new Map(ticks.map((tick) => [tick.seq, tick]));
  const ofDay = anchors.filter(({ minuteMs }) => minuteMs > fromMs && minuteMs <= toMs);
  for (const { minuteMs, heads } of ofDay) {
    const head = heads[symbol];
    const tick = head && shown.get(head.seq);
    const isBeforeFirst = head?.seq === first.seq - 1 && head.hash === first.previousHash;
    const isShown = tick !== undefined && tick.hash === head?.hash && tick.atMs < minuteMs;
    if (head !== undefined && !isBeforeFirst && !isShown)
      return check('whole', 'failed', told, `#${head.seq} is the head at ${minuteMs}`);
  }
  const listed = logDays?.find((one) => one.day === day);
  if (listed !== undefined) {
    const { firstSeq, lastSeq, hash, sha256 } = listed;
    const isOtherFile = fileHash !== undefined && sha256 !== null && sha256 !== fileHash;
    if (firstSeq !== first.seq || lastSeq !== last.seq || hash !== last.hash || isOtherFile)
      return check('whole', 'failed', `${told} ${fileHash ?? none}`, `listed: #${firstSeq} .. #${lastSeq} ${sha256 ?? none}`);
  }
  const isFile = stated !== undefined && listed !== undefined;
  return check('whole', isFile || ofDay.at(-1)?.minuteMs === toMs ? 'ok' : 'partial', told, `${ofDay.length} roots`);
}

/**
 * What the exchange filled in later is drawn from the same day. A drawn tick that is not there, outside published pauses, was withheld:
 * the exchange publishes every time without prices, and one in which it drew nothing met every open market, so each has a pause there. 'partial' where that cannot be said, because not the whole record is known.
 */
function redrawnCheck({ symbol, ticks, feedDay }: DayFile, { entries }: Known): Check {
  if (feedDay?.source === 'replay') return directionsCheck(judgedMoves(feedDay, symbol, ticks));
  if (feedDay?.source !== 'simulated') return check('redrawn', 'absent');
  const drawn = drawnTicks(feedDay, symbol);
  if (drawn === undefined) return check('redrawn', 'pending');
  const pauses = pausesOf(symbol, entries);
  const didOthersTick = someTicked(feedDay, symbol, entries);
  const { published, differing, missing, unexplained, firstUnexplainedMs, first } = redrawn(drawn, ticks, pauses, didOthersTick);
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

/** How far a replay's prices move is its recording's, which is not looked at here: 'partial'. Where to is drawn. */
function directionsCheck(judged: ReturnType<typeof judgedMoves>): Check {
  if (judged === undefined) return check('redrawn', 'absent');
  if (judged === 'pending') return check('redrawn', 'pending');
  const { moves, differing, first } = judged;
  return check(
    'redrawn',
    differing > 0 ? 'failed' : 'partial',
    `directions of ${moves} moves`,
    first ?? 'each as drawn; how far is the recording’s',
  );
}

/**
 * How many pauses of the market the record names on the day, and for how long. One with a live tick in it was none. 'partial': the record is not
 * whole, or live prices of this market alone paused; whether its source was silent then, nothing here shows.
 */
function pausesCheck({ symbol, ticks, feedDay, day = feedDay?.day }: DayFile, { entries }: Known): Check {
  if (day === undefined) return check('pauses', 'absent');
  const live = ticks.filter(isLive).map(({ atMs }) => atMs);
  const pauses = dayOfPauses(dayEnd(day) - dayMs, symbol, entries, live);
  if (pauses === undefined) return check('pauses', 'partial', none, 'not the whole record is known');
  const { untrue, alone } = pauses;
  if (untrue !== undefined)
    return check('pauses', 'failed', `a pause from ${untrue.fromMs} to ${untrue.toMs}`, 'a live tick between');
  return check('pauses', alone.length > 0 && feedDay?.source !== 'simulated' ? 'partial' : 'ok', none, pausesText(pauses));
}
