import { marketStatus, openSpans, type MarketCalendar } from './marketCalendar';

const hour = 60;
const day = 24 * hour;
const crypto: MarketCalendar = { id: 'always', weeklyWindows: undefined, closingMinutes: 0 };
const forex: MarketCalendar = { id: 'forex', weeklyWindows: [[22 * hour, 5 * day + 22 * hour]], closingMinutes: 15 };
const metals: MarketCalendar = {
  id: 'metals',
  weeklyWindows: [0, 1, 2, 3, 4].map((weekday) => [weekday * day + 23 * hour, (weekday + 1) * day + 22 * hour]),
  closingMinutes: 15,
};
const christmas: MarketCalendar = {
  ...metals,
  holidays: [
    [Date.UTC(2026, 11, 24, 18, 45), Date.UTC(2026, 11, 25, 23)],
    [Date.UTC(2026, 11, 31, 22), Date.UTC(2027, 0, 1, 23)],
  ],
};
const at = (text: string): number => Date.parse(`${text}Z`);
const iso = (ms: number | undefined): string | undefined => (ms === undefined ? undefined : new Date(ms).toISOString());

it.each([
  ['Friday before the last quarter hour', forex, '2026-11-20T21:44:59.999', 'trading', '2026-11-20T21:45:00.000Z'],
  ['Friday in the last quarter hour', forex, '2026-11-20T21:45:00', 'closing', '2026-11-20T22:00:00.000Z'],
  ['Friday at the close', forex, '2026-11-20T22:00:00', 'closed', '2026-11-22T22:00:00.000Z'],
  ['Saturday', forex, '2026-11-21T12:00:00', 'closed', '2026-11-22T22:00:00.000Z'],
  ['Sunday before the opening', forex, '2026-11-22T21:59:59.999', 'closed', '2026-11-22T22:00:00.000Z'],
  ['Sunday at the opening', forex, '2026-11-22T22:00:00', 'trading', '2026-11-27T21:45:00.000Z'],
  ['midweek, forex over midnight', forex, '2026-11-25T00:00:00', 'trading', '2026-11-27T21:45:00.000Z'],
  ['midweek, metals in the daily break', metals, '2026-11-25T22:30:00', 'closed', '2026-11-25T23:00:00.000Z'],
  ['midweek, metals before the break', metals, '2026-11-25T21:50:00', 'closing', '2026-11-25T22:00:00.000Z'],
  ['midweek, metals after the break', metals, '2026-11-25T23:00:00', 'trading', '2026-11-26T21:45:00.000Z'],
  ['Friday evening, metals', metals, '2026-11-27T23:30:00', 'closed', '2026-11-29T23:00:00.000Z'],
  ['the night summer time ends in some countries', forex, '2026-10-25T21:30:00', 'closed', '2026-10-25T22:00:00.000Z'],
  ['the same minute of a summer week', forex, '2026-07-26T21:30:00', 'closed', '2026-07-26T22:00:00.000Z'],
  ['Christmas Eve before the early close', christmas, '2026-12-24T18:29:59', 'trading', '2026-12-24T18:30:00.000Z'],
  ['Christmas Eve in the last quarter hour', christmas, '2026-12-24T18:30:00', 'closing', '2026-12-24T18:45:00.000Z'],
  ['Christmas Eve after it: a Friday, so until Sunday', christmas, '2026-12-24T18:45:00', 'closed', '2026-12-27T23:00:00.000Z'],
  ['the week before a holiday', christmas, '2026-12-30T22:30:00', 'closed', '2026-12-30T23:00:00.000Z'],
  ['New Year’s Eve', christmas, '2026-12-31T12:00:00', 'trading', '2026-12-31T21:45:00.000Z'],
  ['New Year’s Day', christmas, '2027-01-01T12:00:00', 'closed', '2027-01-03T23:00:00.000Z'],
  ['any time, crypto', crypto, '2026-11-21T12:00:00', 'trading', undefined],
])('%s', (_, calendar, when, state, next) => {
  const status = marketStatus(calendar, at(when));
  expect([status.state, iso(status.nextChangeAtMs)]).toEqual([state, next]);
});

it('names the next change as the very instant the state changes', () => {
  for (const calendar of [forex, metals, christmas]) {
    let nowMs = at(calendar === christmas ? '2026-12-21T00:00:00' : '2026-11-16T00:00:00');
    for (let step = 0; step < 40; step++) {
      const { state, nextChangeAtMs = 0 } = marketStatus(calendar, nowMs);
      expect(marketStatus(calendar, nextChangeAtMs - 1).state).toBe(state);
      expect(marketStatus(calendar, nextChangeAtMs).state).not.toBe(state);
      nowMs = nextChangeAtMs;
    }
  }
});

it('cuts the open spans to the days asked for', () => {
  const spans = openSpans(metals, at('2026-11-20T00:00:00'), at('2026-11-23T00:00:00'));
  expect(spans.map((span) => span.map(iso))).toEqual([
    ['2026-11-20T00:00:00.000Z', '2026-11-20T22:00:00.000Z'],
    ['2026-11-22T23:00:00.000Z', '2026-11-23T00:00:00.000Z'],
  ]);
  expect(openSpans(crypto, 5, 5)).toEqual([]);
});
