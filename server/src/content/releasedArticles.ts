/**
 * Articles of the release: notices, help, the agreement. Their words are in locales/<language>/content.json under articles.<id>, and in
 * article_text where operators changed them (docs/decisions/0114).
 */
import type { EndpointResponse, Language } from '@tessera/shared/contract';
import type { Texts } from './texts';

type Listed = EndpointResponse<'newsList'>['items'][number];

export interface Words {
  readonly title: string;
  readonly summary: string;
  readonly body: string;
}

const published = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day);

/** Newest first. */
export const releasedArticles: readonly Pick<Listed, 'id' | 'category' | 'group' | 'publishedAtMs'>[] = [
  { id: 'regions', category: 'notice', publishedAtMs: published(2026, 1, 15) },
  { id: 'results', category: 'news', publishedAtMs: published(2026, 1, 12) },
  { id: 'seconds', category: 'help', group: 'trading', publishedAtMs: published(2026, 1, 10) },
  { id: 'accounts', category: 'help', group: 'money', publishedAtMs: published(2026, 1, 10) },
  { id: 'safety', category: 'help', group: 'safety', publishedAtMs: published(2026, 1, 10) },
  { id: 'about', category: 'about', publishedAtMs: published(2026, 1, 5) },
  { id: 'agreement', category: 'agreement', publishedAtMs: published(2026, 1, 5) },
];

/** As the release says it. */
export const releasedWords = (texts: Texts, id: string, language: Language): Words => ({
  title: texts.say(language, `articles.${id}.title`),
  summary: texts.say(language, `articles.${id}.summary`),
  body: texts.say(language, `articles.${id}.body`),
});
