/** Articles as operators see them: of the release and their own, shown and to come. */
import { languages, type Language } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { sql } from 'kysely';
import type { OperationResponse } from '@tessera/shared/operations';
import { shownTexts, textOf } from '../content/articleTexts';
import { releasedArticles, releasedWords } from '../content/releasedArticles';
import type { Texts } from '../content/texts';
import type { Db } from '../store/database';

const versionsShown = 20;
const articlesListed = 500;

/** `places`: newest first; null of the release's own. */
export async function findArticle(db: Db, id: string) {
  const released = releasedArticles.find((article) => article.id === id);
  if (released !== undefined) return { category: released.category, places: null };
  const places = await db
    .selectFrom('article')
    .innerJoin('operatorName', 'operatorName.id', 'article.savedBy')
    .select(['version', 'category', 'link', 'rank', 'fromMs', 'untilMs', 'reason', 'savedAtMs'])
    .select(['article.helpGroup as group', 'operatorName.name as operator'])
    .where('article.id', '=', id)
    .orderBy('version', 'desc')
    .limit(versionsShown)
    .execute();
  if (places[0] === undefined) throw new AppError('DATA_NOT_FOUND');
  return { category: places[0].category, places };
}

/** What a reader of that language gets now, or once the article is shown. */
export async function shownWords(
  { db, texts }: { readonly db: Db; readonly texts: Texts },
  { article, isReleased, language, nowMs }: ShownOf,
) {
  const shown = (await shownTexts(db, nowMs)).filter((one) => one.article === article);
  const inEnglish = isReleased ? undefined : shown.find((one) => one.language === 'en');
  const said = shown.find((one) => one.language === language) ?? inEnglish;
  if (said === undefined) return { version: 0, language, words: releasedWords(texts, article, language) };
  return { version: said.version, language: said.language, words: await textOf(db, article, said.language, said.version) };
}

interface ShownOf {
  readonly article: string;
  readonly isReleased: boolean;
  readonly language: Language;
  readonly nowMs: number;
}

export const savedTexts = (db: Db, article: string, language: Language) =>
  db
    .selectFrom('articleText')
    .innerJoin('operatorName', 'operatorName.id', 'articleText.savedBy')
    .selectAll('articleText')
    .select('operatorName.name as operator')
    .where('article', '=', article)
    .where('language', '=', language)
    .orderBy('version', 'desc')
    .limit(versionsShown)
    .execute();

/** Operators' own first, those that begin last before others. */
export async function listArticles(db: Db, texts: Texts, nowMs: number): Promise<OperationResponse<'contentList'>['articles']> {
  const { rows: newest } = await sql<{ article: string; language: string; comingMs: number | null }>`
    select distinct on (article, language) article, language, case when valid_from_ms > ${nowMs}::bigint then valid_from_ms end as coming_ms
    from article_text order by article, language, version desc`.execute(db);
  const shown = await shownTexts(db, nowMs);
  const made = await db
    .selectFrom('article')
    .distinctOn('id')
    .select(['id', 'category', 'helpGroup as group', 'link', 'rank', 'fromMs', 'untilMs'])
    .orderBy('id')
    .orderBy('version', 'desc')
    .execute();
  const nameOf = (id: string, language: string): string => `${id} ${language}`;
  const shownByName = new Map(shown.map((text) => [nameOf(text.article, text.language), text]));
  const newestByName = new Map(newest.map((text) => [nameOf(text.article, text.language), text]));
  const shownOf = (id: string, language: string) => shownByName.get(nameOf(id, language));
  const textsOf = (id: string) =>
    languages.map((language) => ({
      language,
      version: shownOf(id, language)?.version ?? 0,
      validFromMs: shownOf(id, language)?.validFromMs ?? null,
      comingMs: newestByName.get(nameOf(id, language))?.comingMs ?? null,
    }));
  return [
    ...made
      .sort((one, other) => other.fromMs - one.fromMs)
      .slice(0, articlesListed)
      .map(({ id, category, ...place }) => ({
        article: id,
        category,
        title: shownOf(id, 'en')?.title ?? '',
        place,
        texts: textsOf(id),
      })),
    ...releasedArticles.map(({ id, category }) => ({
      article: id,
      category,
      title: shownOf(id, 'en')?.title ?? releasedWords(texts, id, 'en').title,
      place: null,
      texts: textsOf(id),
    })),
  ];
}
