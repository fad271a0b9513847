/**
 * May an order be judged by this tick? A tick that lies ahead is as wrong as one that is old: after a clock was set back the
 * log is ahead of everybody until the clock has caught up, and its prices say nothing about now. A little ahead is usual: a
 * tick can come while a call waits.
 */
export interface FreshTick {
  readonly atMs: number;
  readonly isLive: boolean;
}

export function isFresh<Tick extends FreshTick>(
  tick: Tick | undefined,
  { staleAfterMs }: { readonly staleAfterMs: number },
  nowMs: number,
): tick is Tick {
  return tick !== undefined && tick.isLive && Math.abs(nowMs - tick.atMs) <= staleAfterMs;
}
