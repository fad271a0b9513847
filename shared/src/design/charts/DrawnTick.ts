import { drawingNumber } from './Bar';
import type { ChartTick } from './tickWindow';

/** A tick with its price as a number, for drawing only. */
export interface DrawnTick {
  readonly atMs: number;
  readonly value: number;
  readonly price: string;
}

const keptMs = 2 * 3_600_000;

export const toDrawn = ({ atMs, price }: ChartTick): DrawnTick => ({ atMs, price, value: drawingNumber(price) });

/** Adds a tick to those drawn; an older one is ignored, one of the same instant replaces. True when it was taken. */
export function keepTick(drawn: DrawnTick[], tick: ChartTick): boolean {
  const newest = drawn.at(-1);
  if (newest !== undefined && tick.atMs < newest.atMs) return false;
  if (newest !== undefined && tick.atMs === newest.atMs) drawn.pop();
  drawn.push(toDrawn(tick));
  const oldest = drawn[0];
  if (oldest !== undefined && tick.atMs - oldest.atMs > keptMs) drawn.shift();
  return true;
}
