/** Durations as an operator says them. */
import { ReleaseProblem } from '../ReleaseProblem';

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** "60m", "2h" or "1d" in milliseconds. */
export function parseSpan(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? [];
  if (count === undefined || !(unit === 'm' || unit === 'h' || unit === 'd')) {
    throw new ReleaseProblem('usage', `"${text}" is no span of time; say "30m", "2h" or "1d"`);
  }
  return Number(count) * units[unit];
}

/** "just now", "5 min ago", "3 h ago", "2 d ago". */
export function ago(ms: number): string {
  if (ms < units.m) return 'just now';
  if (ms < units.h) return `${Math.floor(ms / units.m)} min ago`;
  return ms < 2 * units.d ? `${Math.floor(ms / units.h)} h ago` : `${Math.floor(ms / units.d)} d ago`;
}
