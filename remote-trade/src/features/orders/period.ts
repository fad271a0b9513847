/** The history's periods as instants: days are the reader's own, time is the server's. */
export const periods = ['today', 'yesterday', '7', '30', 'all'] as const;
export type Period = (typeof periods)[number];

const dayMs = 86_400_000;

export interface Interval {
  readonly fromMs?: number;
  readonly toMs?: number;
}

/** `startOfDayMs`: the last midnight where the reader is. */
export function periodInterval(period: Period, startOfDayMs: number): Interval {
  switch (period) {
    case 'today':
      return { fromMs: startOfDayMs };
    case 'yesterday':
      return { fromMs: startOfDayMs - dayMs, toMs: startOfDayMs - 1 };
    case '7':
    case '30':
      return { fromMs: startOfDayMs - (Number(period) - 1) * dayMs };
    case 'all':
      return {};
  }
}

export function startOfLocalDay(nowMs: number): number {
  const day = new Date(nowMs);
  day.setHours(0, 0, 0, 0);
  return day.getTime();
}
