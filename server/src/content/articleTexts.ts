/** What operators wrote, as a reader of a language gets it. */
import { sql } from 'kysely';
import type { HelpGroup, Language } from '@tessera/shared/contract';
import { contentCategory, isAnnounced, type ContentCategory } from '@tessera/shared/operations';
import type { Db, Tx } from '../store/database';
import type { ArticleTextTable } from './tables';

const announced = contentCategory.options.filter(isAnnounced);

/** Of an article of the release, what only operators' articles have is null. */
export interface WrittenArticle {
  readonly id: string;
  readonly language: Language;
  readonly version: number;
  readonly title: string;
  readonly summary: string;
  readonly validFromMs: number;
  /** Whether `query` is in it. */
  readonly isFound: boolean;
  readonly category: ContentCategory | null;
  readonly helpGroup: HelpGroup | null;
  readonly link: string | null;
  readonly rank: number | null;
  readonly fromMs: number | null;
}

export interface AskedArticles {
  readonly language: Language;
  readonly nowMs: number;
  /** Empty: all are found, and no body is read. */
  readonly query?: string;
  /** Of operators' articles; without it those of a release are among them. */
  readonly category?: ContentCategory;
  readonly id?: string;
}

/**
 * Of each article the newest text whose instant has come: in the reader's language; of an operators' article that has none in it, in
 * English. Bodies stay in the database. With articles of categories that announce what is to come. What is not asked for is not read.
 */
export async function writtenArticles(
  db: Db | Tx,
  { language, nowMs, query = '', category, id }: AskedArticles,
): Promise<readonly WrittenArticle[]> {
  const all = sql`true`;
  const isFound =
    query === '' ? all : sql`strpos(lower(t.title || chr(10) || t.summary || chr(10) || t.body), lower(${query})) > 0`;
  const { rows } = await sql<WrittenArticle>`
    with made as (
      select distinct on (id) * from article
      where ${category === undefined ? all : sql`category = ${category}`} and ${id === undefined ? all : sql`id = ${id}`}
      order by id, version desc
    )
    select distinct on (t.article) t.article as id, t.language, t.version, t.title, t.summary, t.valid_from_ms,
      ${isFound} as is_found,
      made.category, made.help_group, made.link, made.rank, made.from_ms
    from article_text t left join made on made.id = t.article
    where ${id === undefined ? all : sql`t.article = ${id}`} and ${category === undefined ? all : sql`made.id is not null`} and t.valid_from_ms <= ${nowMs}::bigint and (t.language = ${language} or (t.language = 'en' and made.id is not null))
      and (made.id is null or ((made.from_ms <= ${nowMs}::bigint or made.category = any (${announced}::text[]))
        and (made.until_ms is null or made.until_ms > ${nowMs}::bigint)))
    order by t.article, t.language = ${language} desc, t.version desc`.execute(db);
  return rows;
}

/** Of each article and language the newest text whose instant has come. */
export const shownTexts = (db: Db, nowMs: number): Promise<Omit<ArticleTextTable, 'body'>[]> =>
  db
    .selectFrom('articleText')
    .select(['article', 'language', 'version', 'title', 'summary', 'validFromMs', 'reason', 'savedBy', 'savedAtMs'])
    .distinctOn(['article', 'language'])
    .where('validFromMs', '<=', nowMs)
    .orderBy('article')
    .orderBy('language')
    .orderBy('version', 'desc')
    .execute();

/** The text that is next in each language: one that is to come is taken back by a newer one that comes no later. */
export async function comingTexts(db: Db | Tx, nowMs: number, id?: string): Promise<readonly ArticleTextTable[]> {
  const { rows } = await sql<ArticleTextTable>`
    select distinct on (article, language) t.* from article_text t
    where valid_from_ms > ${nowMs}::bigint and ${id === undefined ? sql`true` : sql`article = ${id}`} and not exists (select from article_text newer
      where newer.article = t.article and newer.language = t.language and newer.version > t.version and newer.valid_from_ms <= t.valid_from_ms)
    order by article, language, valid_from_ms`.execute(db);
  return rows;
}

export const textOf = (db: Db, article: string, language: Language, version: number) =>
  db
    .selectFrom('articleText')
    .select(['title', 'summary', 'body'])
    .where('article', '=', article)
    .where('language', '=', language)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
