/** What can be read without an account: articles of the release and of operators, banners, contacts. */
import { AppError } from '@tessera/shared/errors';
import { articleCategory } from '@tessera/shared/contract';
import { isAnnounced } from '@tessera/shared/operations';
import { offsetOf } from '../store/paging';
import { comingTexts, textOf, writtenArticles } from './articleTexts';
import { releasedArticles, releasedWords } from './releasedArticles';
import type { EndpointRequest, EndpointResponse, Language } from '@tessera/shared/contract';
import type { Db } from '../store/database';
import type { AskedArticles, WrittenArticle } from './articleTexts';
import type { Texts } from './texts';

type Listed = EndpointResponse<'newsList'>['items'][number];
type Banner = EndpointResponse<'newsBanners'>['items'][number];
export type Contact = EndpointResponse<'serviceContacts'>['contacts'][number];

/** `written`: where its words are operators'. */
interface Found {
  readonly article: Listed;
  readonly isFound: boolean;
  readonly written?: WrittenArticle;
}

export interface Articles {
  list(request: EndpointRequest<'newsList'>, language: Language, nowMs: number): Promise<EndpointResponse<'newsList'>>;
  /** Throws DATA_NOT_FOUND. */
  read(id: string, language: Language, nowMs: number): Promise<EndpointResponse<'newsDetail'>>;
  banners(language: Language, nowMs: number): Promise<Banner[]>;
  /** Those that operators made; the first is the one that is opened where one is. */
  contacts(language: Language, nowMs: number): Promise<Contact[]>;
}

type Place = Pick<Listed, 'publishedAtMs' | 'id'>;
/** Two of the same instant stand by their names, so that each has one place. */
const newestFirst = (one: Place, other: Place) => other.publishedAtMs - one.publishedAtMs || (one.id < other.id ? -1 : 1);

function placeOf(cursor: string): Place {
  const [publishedAtMs, id = ''] = cursor.split('.');
  return { publishedAtMs: Number(publishedAtMs), id };
}

/** Where the app's pages are for who comes from outside of it. */
const appAddress = '/h5/#';

export function createArticles({ db, texts }: { readonly db: Db; readonly texts: Texts }): Articles {
  function released(article: (typeof releasedArticles)[number], language: Language, query: string): Found {
    const { title, summary, body } = releasedWords(texts, article.id, language);
    const isFound = `${title}\n${summary}\n${body}`.toLowerCase().includes(query.toLowerCase());
    return { article: { ...article, title, summary }, isFound };
  }

  /** Newest first. */
  async function shown(asked: Pick<AskedArticles, 'language' | 'nowMs' | 'query' | 'id'>): Promise<readonly Found[]> {
    const { language, nowMs, query = '', id: wanted } = asked;
    const [written, coming] = await Promise.all([writtenArticles(db, asked), comingTexts(db, nowMs, wanted)]);
    const byId = new Map(written.map((one) => [one.id, one]));
    const found: Found[] = releasedArticles.flatMap((article) => {
      if (wanted !== undefined && article.id !== wanted) return [];
      const text = byId.get(article.id);
      if (text === undefined) return [released(article, language, query)];
      const { title, summary, validFromMs, isFound } = text;
      const publishedAtMs = Math.max(article.publishedAtMs, validFromMs);
      return [{ article: { ...article, title, summary, publishedAtMs }, isFound, written: text }];
    });
    for (const text of written) {
      const category = articleCategory.options.find((one) => one === text.category);
      if (category === undefined) continue;
      const { id, title, summary, helpGroup, fromMs, validFromMs, isFound } = text;
      const publishedAtMs = Math.max(fromMs ?? 0, validFromMs);
      found.push({
        article: { id, category, ...(helpGroup === null ? {} : { group: helpGroup }), title, summary, publishedAtMs },
        isFound,
        written: text,
      });
    }
    return found
      .map((one) => {
        const { article, written: text } = one;
        if (!isAnnounced(article.category)) return one;
        const next = coming.find((other) => other.article === article.id && other.language === (text?.language ?? language));
        const beginsMs = text?.fromMs ?? 0;
        const comingMs = beginsMs > nowMs ? beginsMs : next?.validFromMs;
        return comingMs === undefined ? one : { ...one, article: { ...article, comingMs } };
      })
      .sort((one, other) => newestFirst(one.article, other.article));
  }

  const ranked = async (category: 'banner' | 'contact', language: Language, nowMs: number) =>
    (await writtenArticles(db, { language, nowMs, category })).toSorted(
      (one, other) => (one.rank ?? 0) - (other.rank ?? 0) || (one.fromMs ?? 0) - (other.fromMs ?? 0),
    );

  return {
    async list(request, language, nowMs) {
      const { page, pageSize, offset } = offsetOf(request);
      const found = (await shown({ language, nowMs, query: request.query?.trim() ?? '' }))
        .filter(({ isFound, article }) => isFound && (request.category === undefined || article.category === request.category))
        .map(({ article }) => article);
      const last = request.cursor === undefined ? undefined : placeOf(request.cursor);
      const rest = last === undefined ? found : found.filter((article) => newestFirst(last, article) < 0);
      const items = rest.slice(offset, offset + pageSize);
      const end = offset + pageSize < rest.length ? items.at(-1) : undefined;
      return { items, page, pageSize, total: found.length, next: end === undefined ? null : `${end.publishedAtMs}.${end.id}` };
    },

    async read(id, language, nowMs) {
      const found = (await shown({ language, nowMs, id })).find(({ article }) => article.id === id);
      if (found === undefined) throw new AppError('DATA_NOT_FOUND');
      const { article, written } = found;
      const { body } =
        written === undefined ? releasedWords(texts, id, language) : await textOf(db, id, written.language, written.version);
      const spoken = written?.language ?? language;
      const next =
        article.comingMs === undefined ? undefined : (await comingTexts(db, nowMs, id)).find((one) => one.language === spoken);
      if (next === undefined) return { ...article, body };
      return { ...article, body, coming: { title: next.title, summary: next.summary, body: next.body } };
    },

    async banners(language, nowMs) {
      return (await ranked('banner', language, nowMs)).map(({ id, title, summary, link }) => ({
        id,
        title,
        summary,
        ...(link === null ? {} : { link }),
      }));
    },

    async contacts(language, nowMs) {
      return (await ranked('contact', language, nowMs)).map(({ title, summary, link }) => ({
        name: title,
        detail: summary,
        url: link?.startsWith('/') === true ? `${appAddress}${link}` : (link ?? ''),
      }));
    },
  };
}
