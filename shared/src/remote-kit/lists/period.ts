/** The history's periods as instants: days are the reader's own, time is the server's. */
export const periods = ['today', 'yesterday', '7', '30', '60', '90', 'custom', 'all'] as const;
/** Those of a statement: of the calendar, from the first day of the month and of the year. */
export const statementPeriods = ['today', '7', 'month', 'year', 'custom'] as const;
export type Period = (typeof periods)[number] | (typeof statementPeriods)[number];

export interface Interval {
  readonly fromMs?: number;
  readonly toMs?: number;
}

/** Days as a date field gives them: "2025-06-02", or '' while none is chosen. Both belong to the period. */
export interface Days {
  readonly from: string;
  readonly to: string;
}
export const noDays: Days = { from: '', to: '' };

/** undefined: the chosen days make no period. */
export function periodInterval(period: Period, nowMs: number, { from, to }: Days = noDays): Interval | undefined {
  switch (period) {
    case 'today':
      return { fromMs: dayStart(nowMs) };
    case 'yesterday':
      return { fromMs: dayStart(nowMs, -1), toMs: dayStart(nowMs) - 1 };
    case '7':
    case '30':
    case '60':
    case '90':
      return { fromMs: dayStart(nowMs, 1 - Number(period)) };
    case 'month':
      return { fromMs: calendarStart(nowMs, 'month') };
    case 'year':
      return { fromMs: calendarStart(nowMs, 'year') };
    case 'all':
      return {};
    case 'custom': {
      const [first, last] = [startOf(from), startOf(to)];
      if (first !== undefined && last !== undefined && last < first) return undefined;
      return {
        ...(first === undefined ? {} : { fromMs: first }),
        ...(last === undefined ? {} : { toMs: dayStart(last, 1) - 1 }),
      };
    }
  }
}

/** Midnight where the reader is, `days` later. By the calendar: not every day has 24 hours. */
export function dayStart(atMs: number, days = 0): number {
  const day = new Date(atMs);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() + days);
  return day.getTime();
}

function calendarStart(atMs: number, of: 'month' | 'year'): number {
  const day = new Date(atMs);
  return new Date(day.getFullYear(), of === 'month' ? day.getMonth() : 0, 1).getTime();
}

function startOf(day: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  return parts === null ? undefined : new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])).getTime();
}
