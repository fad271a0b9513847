import type { ArticlePlace } from '@tessera/shared/operations';
import { dateTime } from '../parts/times';
import { contentTexts as texts } from '../texts/content';

/** What is said of a place, by name. */
export const placeFacts = ({ group, link, rank, fromMs, untilMs }: ArticlePlace) =>
  [
    [texts.group, group === null ? '' : texts.groupName[group]],
    [texts.link, link ?? ''],
    [texts.rank, link === null && rank === 0 ? '' : String(rank)],
    [texts.begins, dateTime(fromMs)],
    [texts.ends, untilMs === null ? texts.never : dateTime(untilMs)],
  ] as const;

export const stateOf = ({ fromMs, untilMs }: ArticlePlace, nowMs: number): string => {
  if (untilMs !== null && untilMs <= nowMs) return texts.ended;
  return fromMs > nowMs ? texts.shownFrom(dateTime(fromMs)) : texts.isShown;
};
