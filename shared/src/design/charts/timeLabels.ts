import type { CandleFrame, Language } from '../../domain/contract';
import { languageTag } from '../../remote-kit/i18n/languages';
import type { MarkKind, MarkZone } from './timeMarks';

/** Bars of a day and longer begin at midnight UTC and are dated so; shorter ones are shown in the device's zone. */
export const zoneOf = (frame: CandleFrame): MarkZone => (frame === '1d' || frame === '1w' || frame === '1M' ? 'utc' : 'local');

export interface TimeLabels {
  /** On the axis, by what begins there: "2026", "Nov", "21 Nov", "14:05". */
  axis(atMs: number, kind: MarkKind): string;
  /** The whole place in time: "21 Nov, 14:05" or "21 Nov 2026". */
  full(atMs: number): string;
  /** "14:05:07" */
  seconds(atMs: number): string;
}

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

export function timeLabels(language: Language, zone: MarkZone): TimeLabels {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(languageTag(language), zone === 'utc' ? { ...options, timeZone: 'UTC' } : options);
  const kinds: Record<MarkKind, Intl.DateTimeFormat> = {
    year: format({ year: 'numeric' }),
    month: format({ month: 'short' }),
    day: format({ day: 'numeric', month: 'short' }),
    time: format(clock),
  };
  const full = format(
    zone === 'utc' ? { day: 'numeric', month: 'short', year: 'numeric' } : { day: 'numeric', month: 'short', ...clock },
  );
  const seconds = format({ ...clock, second: '2-digit' });
  return {
    axis: (atMs, kind) => kinds[kind].format(atMs),
    full: (atMs) => full.format(atMs),
    seconds: (atMs) => seconds.format(atMs),
  };
}
