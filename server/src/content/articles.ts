/**
 * What can be read without an account: notices, help, the agreement. This list says which articles exist; their words are
 * in locales/<language>/content.json under articles.<id>, and in article_text where operators changed them (docs/decisions/0114).
 */
import { AppError } from '@tessera/shared/errors';
import { offsetOf } from '../store/paging';
import type { EndpointRequest, EndpointResponse, Language } from '@tessera/shared/contract';
import type { Db } from '../store/database';
import type { ArticleTextTable } from './tables';
import type { Texts } from './texts';

type Listed = EndpointResponse<'newsList'>['items'][number];
type Article = Pick<Listed, 'id' | 'category' | 'publishedAtMs'>;

interface Words {
  readonly title: string;
  readonly summary: string;
  readonly body: string;
}

const published = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day);

/** Newest first. */
export const articles: readonly Article[] = [
  { id: 'regions', category: 'notice', publishedAtMs: published(2026, 1, 15) },
  { id: 'results', category: 'news', publishedAtMs: published(2026, 1, 12) },
  { id: 'seconds', category: 'help', publishedAtMs: published(2026, 1, 10) },
  { id: 'accounts', category: 'help', publishedAtMs: published(2026, 1, 10) },
  { id: 'safety', category: 'help', publishedAtMs: published(2026, 1, 10) },
  { id: 'about', category: 'about', publishedAtMs: published(2026, 1, 5) },
  { id: 'agreement', category: 'agreement', publishedAtMs: published(2026, 1, 5) },
];

/** As the release says it. */
export const releasedWords = (texts: Texts, id: string, language: Language): Words => ({
  title: texts.say(language, `articles.${id}.title`),
  summary: texts.say(language, `articles.${id}.summary`),
  body: texts.say(language, `articles.${id}.body`),
});

export interface Articles {
  list(request: EndpointRequest<'newsList'>, language: Language, nowMs: number): Promise<EndpointResponse<'newsList'>>;
  /** Throws DATA_NOT_FOUND. */
  read(id: string, language: Language, nowMs: number): Promise<EndpointResponse<'newsDetail'>>;
}

export function createArticles({ db, texts }: { readonly db: Db; readonly texts: Texts }): Articles {
  /** In their words of now, by id. */
  async function shown(language: Language, nowMs: number): Promise<readonly (Article & Words)[]> {
    const changed = new Map((await shownTexts(db, nowMs, language)).map((text) => [text.article, text]));
    return articles
      .map((article) => {
        const text = changed.get(article.id);
        if (text === undefined) return { ...article, ...releasedWords(texts, article.id, language) };
        const { title, summary, body, validFromMs } = text;
        return { ...article, title, summary, body, publishedAtMs: Math.max(article.publishedAtMs, validFromMs) };
      })
      .sort((one, other) => other.publishedAtMs - one.publishedAtMs);
  }

  return {
    async list(request, language, nowMs) {
      const { page, pageSize, offset } = offsetOf(request);
      const query = request.query?.trim().toLocaleLowerCase() ?? '';
      const found = (await shown(language, nowMs))
        .filter(({ category }) => request.category === undefined || category === request.category)
        .filter(({ title, summary, body }) => `${title}\n${summary}\n${body}`.toLocaleLowerCase().includes(query))
        .map(({ body: _, ...article }) => article);
      return { items: found.slice(offset, offset + pageSize), page, pageSize, total: found.length };
    },

    async read(id, language, nowMs) {
      const article = (await shown(language, nowMs)).find((one) => one.id === id);
      if (article === undefined) throw new AppError('DATA_NOT_FOUND');
      return article;
    },
  };
}

/** Of each article the newest text of operators whose instant has come; without a language, in each. */
export function shownTexts(db: Db, nowMs: number, language?: Language): Promise<ArticleTextTable[]> {
  let query = db
    .selectFrom('articleText')
    .selectAll()
    .distinctOn(['article', 'language'])
    .where('validFromMs', '<=', nowMs)
    .orderBy('article')
    .orderBy('language')
    .orderBy('version', 'desc');
  if (language !== undefined) query = query.where('language', '=', language);
  return query.execute();
}
