/** How far back a run shows what came before the deciding tick. */
import { reachesBefore } from './logOfProof';
import type { Tick } from './shapes';

/** Of a longer run the proof shows at least so many ticks before the deciding one. */
const minCutRun = 500;

/** undefined: it begins too late, and shows nothing. What the proof says of itself is not asked. */
export function runReach(ticks: readonly Tick[], sinceMs: number, decidingSeq: number): 'whole' | 'cut' | undefined {
  if (reachesBefore(ticks, sinceMs)) return 'whole';
  return decidingSeq - (ticks[0]?.seq ?? decidingSeq) >= minCutRun ? 'cut' : undefined;
}
