const dayMs = 86_400_000;

/** "2026-11-18" of a day that is counted from 1970-01-01, UTC. */
export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** Today, UTC. */
export const today = (nowMs: number): number => Math.floor(nowMs / dayMs);
