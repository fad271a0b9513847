/** How long to wait before a process that ended is started again: at once the first time, longer the more often it ends. */
const windowMs = 60_000;
const firstMs = 200;
const maxMs = 30_000;

export function restartPause(endedAtMs: readonly number[], nowMs: number): number {
  const lately = endedAtMs.filter((atMs) => atMs > nowMs - windowMs).length;
  return Math.min(maxMs, firstMs * 3 ** Math.max(0, lately - 1));
}
