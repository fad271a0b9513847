/** How far back a run of ticks shows what came before the deciding one. */
import type { Tick } from '../contract/market';
import { reachesBefore } from './logChecks';

/** A run that begins later than it should has at least so many ticks before the deciding one: so many outlive retention. */
export const minCutRun = 500;

/** 'whole': from the instant on. 'cut': the ticks before it that are promised. undefined: fewer, which shows nothing. */
export function runReach(ticks: readonly Tick[], sinceMs: number, decidingSeq: number): 'whole' | 'cut' | undefined {
  if (reachesBefore(ticks, sinceMs)) return 'whole';
  return decidingSeq - (ticks[0]?.seq ?? decidingSeq) >= minCutRun ? 'cut' : undefined;
}
