/**
 * Where the service button stands: at one of the two long edges, at a height. Kept as a share of the free height, so that
 * it stays where the person put it when the screen turns. All figures in CSS pixels.
 */
export const floatSize = 48;
/** Distance to the edge it snaps to (specification, section 9). */
export const edgeGap = 10;
/** One press of an arrow key. */
export const keyStep = 24;

export interface FloatArea {
  readonly width: number;
  readonly height: number;
  /** Kept free at the top (header) and at the bottom (tab bar, the page's primary action). */
  readonly top: number;
  readonly bottom: number;
}

export interface FloatPlace {
  readonly edge: 'left' | 'right';
  /** 0: as high as it may stand, 1: as low. */
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const defaultPlace: FloatPlace = { edge: 'right', height: 1 };

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), Math.max(low, high));

/** Top left corner of the button. */
export function pointOf(place: FloatPlace, area: FloatArea): Point {
  const { low, high } = heights(area);
  return {
    x: place.edge === 'left' ? edgeGap : area.width - floatSize - edgeGap,
    y: low + clamp(place.height, 0, 1) * (high - low),
  };
}

/** While it is dragged: anywhere that is free. */
export function clampPoint({ x, y }: Point, area: FloatArea): Point {
  const { low, high } = heights(area);
  return { x: clamp(x, edgeGap, area.width - floatSize - edgeGap), y: clamp(y, low, high) };
}

/** Let go: the nearest edge, the same height. */
export function snap(point: Point, area: FloatArea): FloatPlace {
  const { low, high } = heights(area);
  const { x, y } = clampPoint(point, area);
  return { edge: x + floatSize / 2 < area.width / 2 ? 'left' : 'right', height: high === low ? 1 : (y - low) / (high - low) };
}

export function readPlace(text: string | undefined): FloatPlace {
  const found = /^(left|right) (0|1|0\.\d{1,6})$/.exec(text ?? '');
  return found === null ? defaultPlace : { edge: found[1] as 'left' | 'right', height: Number(found[2]) };
}

export const writePlace = ({ edge, height }: FloatPlace): string => `${edge} ${Number(height.toFixed(4))}`;

function heights({ top, bottom, height }: FloatArea): { low: number; high: number } {
  const low = top + edgeGap;
  return { low, high: Math.max(low, height - bottom - floatSize - edgeGap) };
}
