/**
 * Whether a drag was made by a hand. A script that sets the piece in place jumps, or moves in equal steps; a hand takes a
 * moment, starts and ends slowly, and is never quite even. This stops the cheapest scripts only, which is its purpose.
 */
export interface TrackPoint {
  readonly ms: number;
  readonly x: number;
}

const minPoints = 6;
const minMs = 200;
const maxMs = 60_000;
const widest = 2000;
/** How far the track must leave the straight line between its ends, in pixels, at its farthest point. */
const minBend = 2;
/** The last point is where the piece was let go. */
const endTolerance = 3;

/** "ms:x,ms:x,…". undefined when it is anything else. */
export function parseTrack(text: string): TrackPoint[] | undefined {
  if (!/^\d{1,6}:-?\d{1,5}(\.\d{1,3})?(,\d{1,6}:-?\d{1,5}(\.\d{1,3})?)*$/.test(text)) return undefined;
  return text.split(',').map((part) => {
    const [ms = '', x = ''] = part.split(':');
    return { ms: Number.parseInt(ms, 10), x: Number.parseFloat(x) };
  });
}

export function isHandMade(track: readonly TrackPoint[], endX: number): boolean {
  const first = track[0];
  const last = track[track.length - 1];
  if (first === undefined || last === undefined || track.length < minPoints) return false;
  const duration = last.ms - first.ms;
  if (duration < minMs || duration > maxMs) return false;
  if (Math.abs(last.x - endX) > endTolerance) return false;
  let bend = 0;
  for (const [index, point] of track.entries()) {
    const before = track[index - 1];
    if (Math.abs(point.x) > widest || (before !== undefined && point.ms < before.ms)) return false;
    const straight = first.x + ((last.x - first.x) * (point.ms - first.ms)) / duration;
    bend = Math.max(bend, Math.abs(point.x - straight));
  }
  return bend >= minBend;
}
