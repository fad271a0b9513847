import type { Point } from './world/Place';

/** Degrees across, for each step of the zoom; the first is the world. */
export const widths = [360, 120, 48, 20] as const;
/** Height of the picture by its width. */
const shape = 0.75;

/** What of the map is shown: the point in the middle, and no more than the world at its edges. In the units of the land's path. */
export function mapWindow(point: Point, zoom: number): { left: number; top: number; width: number; height: number } {
  const width = widths[zoom] ?? widths[0];
  const height = zoom === 0 ? 180 : width * shape;
  const within = (middle: number, size: number, whole: number) => Math.min(Math.max(middle - size / 2, 0), whole - size);
  return { left: within(point.longitude + 180, width, 360), top: within(90 - point.latitude, height, 180), width, height };
}
