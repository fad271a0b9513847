/** A break of the day is no closing of hours. */
const longClosingMinutes = 120;
const weekMinutes = 7 * 24 * 60;
type Span = readonly [fromMinute: number, toMinute: number];

/** [from, to) of the last minutes before every closing that lasts for hours; `windows` and spans in minutes after Sunday 00:00 UTC. */
export const closingSpans = (windows: readonly Span[], minutes: number): Span[] =>
  windows.flatMap(([opens, closes], index) => {
    const [first] = windows;
    const next = windows[index + 1]?.[0] ?? (first === undefined ? closes : first[0] + weekMinutes);
    return next - closes >= longClosingMinutes ? [[Math.max(opens, closes - minutes), closes] as const] : [];
  });
