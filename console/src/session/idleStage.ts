/** How long nothing was done. The page asks the server every few seconds, so the server alone would never find it idle. */
const limitMs = 15 * 60_000;
const warnedBeforeMs = 60_000;

export type IdleStage = 'busy' | 'soon' | 'over';

export function idleStage(lastDoneMs: number, nowMs: number): IdleStage {
  const idleMs = nowMs - lastDoneMs;
  if (idleMs >= limitMs) return 'over';
  return idleMs >= limitMs - warnedBeforeMs ? 'soon' : 'busy';
}
