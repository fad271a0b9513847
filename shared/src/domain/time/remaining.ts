/** Milliseconds until `atMs`, never below zero. Both in the server's clock. */
export const remainingMs = (atMs: number, nowMs: number): number => Math.max(0, atMs - nowMs);
