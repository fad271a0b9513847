import { dayStart, periodInterval } from './period';

const now = new Date(2025, 5, 2, 15, 30).getTime();
const local = (month: number, day: number) => new Date(2025, month - 1, day).getTime();

it.each([
  ['today', { fromMs: local(6, 2) }],
  ['yesterday', { fromMs: local(6, 1), toMs: local(6, 2) - 1 }],
  ['7', { fromMs: local(5, 27) }],
  ['30', { fromMs: local(5, 4) }],
  ['60', { fromMs: local(4, 4) }],
  ['90', { fromMs: local(3, 5) }],
  ['month', { fromMs: local(6, 1) }],
  ['year', { fromMs: local(1, 1) }],
  ['all', {}],
] as const)('%s', (period, interval) => {
  expect(periodInterval(period, now)).toEqual(interval);
});

it.each([
  [
    { from: '2025-03-01', to: '2025-03-31' },
    { fromMs: local(3, 1), toMs: local(4, 1) - 1 },
  ],
  [
    { from: '2025-03-05', to: '2025-03-05' },
    { fromMs: local(3, 5), toMs: local(3, 6) - 1 },
  ],
  [{ from: '', to: '2025-03-05' }, { toMs: local(3, 6) - 1 }],
  [{ from: '2025-03-05', to: '' }, { fromMs: local(3, 5) }],
  [{ from: '2025-03-06', to: '2025-03-05' }, undefined],
])('own days %o', (days, interval) => {
  expect(periodInterval('custom', now, days)).toEqual(interval);
});

it('days are counted by the calendar, also over a change of the clock', () => {
  expect(new Date(dayStart(now, -80)).getHours()).toBe(0);
});
