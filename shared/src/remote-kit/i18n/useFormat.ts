import { useMemo } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import type { Language } from '../../domain/contract';
import { formatCompact, formatFigure, formatRate, type Figure, type FigureOptions } from './figures';
import { languageOfTag } from './languages';
import {
  formatCountdown,
  formatDate,
  formatDateTime,
  formatDuration,
  formatMinute,
  formatRelative,
  formatSpan,
  formatTime,
  formatTimeMs,
  formatUtcDay,
  formatWeekTime,
  formatZonedTime,
} from './moments';
import { formatForInput, parseTypedAmount, type TypedAmount } from './typedAmount';

/** The language of the texts around this component. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return languageOfTag(i18n.language) ?? 'en';
}

export interface Format {
  readonly language: Language;
  /** Amounts and prices: digits beyond `scale` are cut. */
  figure(figure: Figure, options?: FigureOptions): string;
  rate(rate: Figure, options?: FigureOptions): string;
  compact(figure: Figure): string;
  date(atMs: number): string;
  utcDay(atMs: number): string;
  time(atMs: number): string;
  minute(atMs: number): string;
  timeMs(atMs: number): string;
  dateTime(atMs: number): string;
  weekTime(atMs: number): string;
  zonedTime(atMs: number): string;
  relative(atMs: number, nowMs: number): string;
  duration(durationMs: number): string;
  span(durationMs: number): string;
  countdown(remainingMs: number): string;
  /** Wire text as a person would type it. */
  forInput(decimalText: string): string;
  parseTyped(typed: string, scale: number): TypedAmount;
}

/** Every formatter, bound to the language of the texts around. */
export function useFormat(): Format {
  const language = useLanguage();
  return useMemo(() => formatFor(language), [language]);
}

export const formatFor = (language: Language): Format => ({
  language,
  figure: (figure, options) => formatFigure(figure, language, options),
  rate: (rate, options) => formatRate(rate, language, options),
  compact: (figure) => formatCompact(figure, language),
  date: (atMs) => formatDate(atMs, language),
  utcDay: (atMs) => formatUtcDay(atMs, language),
  time: (atMs) => formatTime(atMs, language),
  minute: (atMs) => formatMinute(atMs, language),
  timeMs: (atMs) => formatTimeMs(atMs, language),
  dateTime: (atMs) => formatDateTime(atMs, language),
  weekTime: (atMs) => formatWeekTime(atMs, language),
  zonedTime: (atMs) => formatZonedTime(atMs, language),
  relative: (atMs, nowMs) => formatRelative(atMs, nowMs, language),
  duration: (durationMs) => formatDuration(durationMs, language),
  span: (durationMs) => formatSpan(durationMs, language),
  countdown: formatCountdown,
  forInput: (decimalText) => formatForInput(decimalText, language),
  parseTyped: (typed, scale) => parseTypedAmount(typed, language, scale),
});
