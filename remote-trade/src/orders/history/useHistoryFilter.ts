import { useMemo, useState } from 'react';
import { dayStart, noDays, periodInterval } from '@tessera/shared/lists';
import { useClock } from '@tessera/shared/react';
import type { HistoryFilter } from './HistoryFilters';

const first: HistoryFilter = { family: 'crypto', period: '7', days: noDays, symbol: '', direction: undefined };

/** The filter, and what is asked under it; while the days make no period, the last ones that did. */
export function useHistoryFilter() {
  const clock = useClock();
  const [filter, setFilter] = useState(first);
  const today = dayStart(clock.now());
  const { period, days, symbol } = filter;
  const interval = useMemo(() => periodInterval(period, today, days), [period, today, days]);
  const request = useMemo(() => ({ ...interval, ...(symbol === '' ? {} : { symbol }) }), [interval, symbol]);
  return {
    filter,
    change: (part: Partial<HistoryFilter>) => setFilter((before) => ({ ...before, ...part })),
    request,
    isPeriod: interval !== undefined,
  };
}
