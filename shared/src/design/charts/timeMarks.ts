/**
 * Where the time axis is labelled. A bar is worth a label by what begins with it: a year more than a month, a month more
 * than a day, a day more than an hour. The most worthy bars are labelled first; others follow while they keep their
 * distance. Works for bars at any spacing, holes included.
 */
export type MarkKind = 'year' | 'month' | 'day' | 'time';
export interface TimeMark {
  /** Position in the given list. */
  readonly index: number;
  readonly kind: MarkKind;
}
/** Bars of a day and longer begin at midnight UTC; shorter ones are read in the device's own time. */
export type MarkZone = 'utc' | 'local';

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly minutes: number;
}

function partsOf(atMs: number, zone: MarkZone): Parts {
  const date = new Date(atMs);
  return zone === 'utc'
    ? {
        year: date.getUTCFullYear(),
        month: date.getUTCMonth(),
        day: date.getUTCDate(),
        minutes: date.getUTCHours() * 60 + date.getUTCMinutes(),
      }
    : {
        year: date.getFullYear(),
        month: date.getMonth(),
        day: date.getDate(),
        minutes: date.getHours() * 60 + date.getMinutes(),
      };
}

/** Minutes whose turn is worth more than a plain bar, most worthy first. */
const turns = [720, 360, 180, 60, 30, 15, 5] as const;
const ranks = turns.length + 3;

function rank(before: Parts, here: Parts): { readonly worth: number; readonly kind: MarkKind } {
  if (before.year !== here.year) return { worth: ranks, kind: 'year' };
  if (before.month !== here.month) return { worth: ranks - 1, kind: 'month' };
  if (before.day !== here.day) return { worth: ranks - 2, kind: 'day' };
  const turn = turns.findIndex((minutes) => Math.floor(before.minutes / minutes) !== Math.floor(here.minutes / minutes));
  return { worth: turn < 0 ? 0 : turns.length - turn, kind: 'time' };
}

/** At least `distance` bars lie between two marks. */
export function timeMarks(startsMs: readonly number[], distance: number, zone: MarkZone): TimeMark[] {
  const byWorth: TimeMark[][] = Array.from({ length: ranks + 1 }, () => []);
  let before: Parts | undefined;
  startsMs.forEach((startMs, index) => {
    const here = partsOf(startMs, zone);
    if (before !== undefined) {
      const { worth, kind } = rank(before, here);
      byWorth[worth]?.push({ index, kind });
    }
    before = here;
  });

  const isFree = new Uint8Array(startsMs.length).fill(1);
  const marks: TimeMark[] = [];
  for (const candidates of byWorth.reverse()) {
    for (const mark of candidates) {
      if (isFree[mark.index] === 0) continue;
      marks.push(mark);
      isFree.fill(0, Math.max(0, mark.index - distance + 1), mark.index + distance);
    }
  }
  return marks.sort((a, b) => a.index - b.index);
}
