/**
 * What can be read without an account: notices, help, the agreement. This list says which articles exist; their words are
 * in locales/<language>/content.json under articles.<id>.
 */
import { AppError } from '@tessera/shared/errors';
import { offsetOf } from '../store/paging';
import type { EndpointRequest, EndpointResponse, Language } from '@tessera/shared/contract';
import type { Texts } from './texts';

type Listed = EndpointResponse<'newsList'>['items'][number];

const published = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day);

/** Newest first. */
const articles: readonly Pick<Listed, 'id' | 'category' | 'publishedAtMs'>[] = [
  { id: 'regions', category: 'notice', publishedAtMs: published(2026, 1, 15) },
  { id: 'results', category: 'news', publishedAtMs: published(2026, 1, 12) },
  { id: 'seconds', category: 'help', publishedAtMs: published(2026, 1, 10) },
  { id: 'accounts', category: 'help', publishedAtMs: published(2026, 1, 10) },
  { id: 'safety', category: 'help', publishedAtMs: published(2026, 1, 10) },
  { id: 'about', category: 'about', publishedAtMs: published(2026, 1, 5) },
  { id: 'agreement', category: 'agreement', publishedAtMs: published(2026, 1, 5) },
];

export function listArticles(
  texts: Texts,
  request: EndpointRequest<'newsList'>,
  language: Language,
): EndpointResponse<'newsList'> {
  const { page, pageSize, offset } = offsetOf(request);
  const query = request.query?.trim().toLocaleLowerCase() ?? '';
  const found = articles
    .filter(({ category }) => request.category === undefined || category === request.category)
    .map((article) => ({
      ...article,
      title: texts.say(language, `articles.${article.id}.title`),
      summary: texts.say(language, `articles.${article.id}.summary`),
    }))
    .filter((article) => {
      const words = `${article.title}\n${article.summary}\n${texts.say(language, `articles.${article.id}.body`)}`;
      return query === '' || words.toLocaleLowerCase().includes(query);
    });
  return { items: found.slice(offset, offset + pageSize), page, pageSize, total: found.length };
}

export function readArticle(texts: Texts, id: string, language: Language): EndpointResponse<'newsDetail'> {
  const article = articles.find((one) => one.id === id);
  if (article === undefined) throw new AppError('DATA_NOT_FOUND');
  const say = (part: string) => texts.say(language, `articles.${id}.${part}`);
  return { ...article, title: say('title'), summary: say('summary'), body: say('body') };
}
