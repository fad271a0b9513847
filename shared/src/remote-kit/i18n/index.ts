export { createI18n } from './createI18n';
export type { I18nOptions, NamespaceLoaders, Texts } from './createI18n';
export { errorSentence } from './errorSentence';
export type { ErrorLike } from './errorSentence';
export { formatCompact, formatFigure, formatRate, percentText, separators } from './figures';
export type { Figure, FigureOptions } from './figures';
export {
  customaryUpColor,
  isLanguage,
  languageList,
  languageName,
  languageOfTag,
  languageTag,
  preferredLanguage,
} from './languages';
export { formatCountdown, formatDate, formatDateTime, formatDuration, formatRelative, formatTime, formatTimeMs } from './moments';
export { formatForInput, parseTypedAmount } from './typedAmount';
export type { TypedAmount, TypedAmountProblem } from './typedAmount';
export { useErrorText } from './useErrorText';
export { formatFor, useFormat, useLanguage } from './useFormat';
export type { Format } from './useFormat';
