/** How the piece was moved, as the server wants it: "ms:x,ms:x,…", milliseconds since the first point, at most `limit` points. */
export interface TrackPoint {
  readonly atMs: number;
  readonly x: number;
}

const limit = 400;

export function trackText(points: readonly TrackPoint[]): string {
  const first = points[0];
  if (first === undefined) return '';
  const step = Math.max(1, Math.ceil(points.length / limit));
  return points
    .filter((_, index) => index % step === 0 || index === points.length - 1)
    .map(({ atMs, x }) => `${Math.round(atMs - first.atMs)}:${Math.round(x)}`)
    .join(',');
}
