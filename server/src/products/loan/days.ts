export const dayMs = 86_400_000;
/** Days are UTC and counted from 1970. */
export const dayOf = (atMs: number): number => Math.floor(atMs / dayMs);
