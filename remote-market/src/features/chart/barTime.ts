import type { CandleFrame, Language } from '@tessera/shared/contract';
import { languageTag } from '@tessera/shared/i18n';

/** When a bar begins: minutes and hours in the device's own time, whole days by their date in UTC, as they are counted. */
export function barTime(frame: CandleFrame, language: Language): (atMs: number) => string {
  const isWholeDays = frame === '1d' || frame === '1w' || frame === '1M';
  const format = new Intl.DateTimeFormat(languageTag(language), {
    day: 'numeric',
    month: 'short',
    ...(isWholeDays ? { year: 'numeric', timeZone: 'UTC' } : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  });
  return (atMs) => format.format(atMs);
}
