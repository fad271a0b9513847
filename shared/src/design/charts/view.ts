/**
 * Which bars are in sight. The horizontal axis counts bars, not time: bar i covers i-0.5 … i+0.5, so a weekend without
 * quotes leaves no hole. Older bars get lower numbers, also below zero, so that paging them in moves nothing on screen.
 * A view is its right edge and how many bars it shows; both may be fractions while a finger moves.
 */
export interface View {
  readonly right: number;
  readonly count: number;
}

/** The numbers of the first and the last bar. */
export interface Bounds {
  readonly first: number;
  readonly last: number;
  /** How many places beyond the first bar may be seen: where older bars are on their way. */
  readonly olderRoom?: number;
}

export const minShown = 15;
/** More would be slower to draw than a phone's frame and too thin to read. */
export const maxShown = 120;
export const startShown = 50;
/** Room to the right of the newest bar, as a part of the view. */
const headroom = 0.06;

export const leftOf = (view: View): number => view.right - view.count;
export const newestRight = ({ last }: Bounds, count: number): number => last + 0.5 + count * headroom;
/** A view that shows the newest bar follows the newest bar. */
export const isFollowing = (view: View, { last }: Bounds): boolean => view.right >= last + 0.5;

export function clampView({ right, count }: View, bounds: Bounds): View {
  const shown = Math.min(maxShown, Math.max(minShown, count));
  const furthest = newestRight(bounds, shown);
  const nearest = Math.min(furthest, bounds.first - (bounds.olderRoom ?? 0) - 0.5 + shown);
  return { right: Math.min(furthest, Math.max(nearest, right)), count: shown };
}

export const startView = (bounds: Bounds, count = startShown): View =>
  clampView({ right: newestRight(bounds, count), count }, bounds);

/** Moves the content by `bars` to the right, as a finger does: older bars come in. */
export const panned = (view: View, bars: number, bounds: Bounds): View =>
  clampView({ ...view, right: view.right - bars }, bounds);

/** Shows `factor` times as many bars; the bar under `anchor` (0 left edge, 1 right edge) stays where it is. */
export function zoomed(view: View, factor: number, anchor: number, bounds: Bounds): View {
  const count = Math.min(maxShown, Math.max(minShown, view.count * factor));
  const held = leftOf(view) + view.count * anchor;
  return clampView({ right: held + count * (1 - anchor), count }, bounds);
}

/** The bars to draw: those in sight and one more on each side, so that a line does not end at the edge. */
export function shownBars(view: View, { first, last }: Bounds): { readonly from: number; readonly to: number } {
  return { from: Math.max(first, Math.floor(leftOf(view) + 0.5) - 1), to: Math.min(last, Math.ceil(view.right - 0.5) + 1) };
}

/** Half a screen of older bars is left: time to fetch more. */
export const wantsOlder = (view: View, { first }: Bounds): boolean => leftOf(view) < first + view.count / 2;
