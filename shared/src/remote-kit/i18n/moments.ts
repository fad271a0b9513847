/** Instants and durations in the reader's own way. Instants are epoch milliseconds of the server, shown in the device's time zone. */
import type { Language } from '../../domain/contract';
import { numberFormat } from './figures';
import { languageTag } from './languages';

const formatters = new Map<string, Intl.DateTimeFormat>();

function dateFormat(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language}${JSON.stringify(options)}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(languageTag(language), options);
    formatters.set(key, formatter);
  }
  return formatter;
}

const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;

/** "20 Nov 2026" */
export const formatDate = (atMs: number, language: Language): string => dateFormat(language, day).format(atMs);
/** "20 Nov 2026": of a day that is counted in UTC. */
export const formatUtcDay = (atMs: number, language: Language): string =>
  dateFormat(language, { ...day, timeZone: 'UTC' }).format(atMs);
/** "14:03:59" */
export const formatTime = (atMs: number, language: Language): string => dateFormat(language, clock).format(atMs);
/** "14:03" */
export const formatMinute = (atMs: number, language: Language): string =>
  dateFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(atMs);
/** "14:03:59.250": ticks are told apart by their milliseconds. */
export const formatTimeMs = (atMs: number, language: Language): string =>
  dateFormat(language, { ...clock, fractionalSecondDigits: 3 }).format(atMs);
/** "20 Nov 2026, 14:03:59" */
export const formatDateTime = (atMs: number, language: Language): string =>
  dateFormat(language, { ...day, ...clock }).format(atMs);

/** "Sun 22:00": a time of every week. */
export const formatWeekTime = (atMs: number, language: Language): string =>
  dateFormat(language, { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(atMs);

/** "Sun 22:00 GMT+1": an hour that others count in another zone. */
export const formatZonedTime = (atMs: number, language: Language): string =>
  dateFormat(language, {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(atMs);

const relativeFormatters = new Map<Language, Intl.RelativeTimeFormat>();
const steps = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1000 },
] as const;

/** "5 min. ago", "in 3 hr." */
export function formatRelative(atMs: number, nowMs: number, language: Language): string {
  let formatter = relativeFormatters.get(language);
  if (formatter === undefined) {
    formatter = new Intl.RelativeTimeFormat(languageTag(language), { style: 'short', numeric: 'auto' });
    relativeFormatters.set(language, formatter);
  }
  const distanceMs = atMs - nowMs;
  const step = steps.find(({ ms }) => Math.abs(distanceMs) >= ms) ?? steps[3];
  return formatter.format(Math.trunc(distanceMs / step.ms), step.unit);
}

/** One rounded-down unit: "12 sec", "3 min", "2 days". */
export function formatDuration(durationMs: number, language: Language): string {
  const step = steps.find(({ ms }) => durationMs >= ms) ?? steps[3];
  const whole = Math.max(0, Math.floor(durationMs / step.ms));
  return numberFormat(language, { style: 'unit', unit: step.unit, unitDisplay: 'short' }).format(whole);
}

const lists = new Map<Language, Intl.ListFormat>();

/** Hours and minutes, rounded down: "1 hr 31 min", "2 hr", "0 min". */
export function formatSpan(durationMs: number, language: Language): string {
  let list = lists.get(language);
  if (list === undefined) {
    list = new Intl.ListFormat(languageTag(language), { type: 'unit', style: 'narrow' });
    lists.set(language, list);
  }
  const minutes = Math.max(0, Math.floor(durationMs / 60_000));
  const parts = [
    { unit: 'hour', count: Math.floor(minutes / 60) },
    { unit: 'minute', count: minutes % 60 },
  ].filter(({ count, unit }) => count > 0 || (unit === 'minute' && minutes === 0));
  return list.format(
    parts.map(({ unit, count }) => numberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count)),
  );
}

/** "00:42", "1:02:03". Rounded up, so that 00:00 means over. The same in all languages. */
export function formatCountdown(remainingMs: number): string {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000));
  const pad = (part: number): string => String(part).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = pad(Math.floor(seconds / 60) % 60);
  return `${hours > 0 ? `${hours}:` : ''}${minutes}:${pad(seconds % 60)}`;
}
