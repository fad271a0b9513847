const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** "just now", "5 min ago", "3 h ago", "2 d ago", as on the command line. */
export function ago(ms: number): string {
  if (ms < minuteMs) return 'just now';
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min ago`;
  return ms < 2 * dayMs ? `${Math.floor(ms / hourMs)} h ago` : `${Math.floor(ms / dayMs)} d ago`;
}
