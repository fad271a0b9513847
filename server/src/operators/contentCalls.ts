import { languages, type Language } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { sql } from 'kysely';
import { articles, releasedWords, shownTexts } from '../content/articles';
import type { Texts } from '../content/texts';
import { appendAudit, holdAudit } from '../ops/audit';
import type { Db } from '../store/database';
import type { OperationHandlers } from './OperationHandler';
import { toOperatorError } from './operatorError';

const furthestMs = 7_776_000_000;
const versionsShown = 20;

export function contentCalls({ db, texts }: { readonly db: Db; readonly texts: Texts }) {
  function requireArticle(id: string): void {
    if (!articles.some((article) => article.id === id)) throw new AppError('DATA_NOT_FOUND');
  }

  async function shownWords(article: string, language: Language, nowMs: number) {
    const text = (await shownTexts(db, nowMs, language)).find((one) => one.article === article);
    const { title, summary, body } = text ?? releasedWords(texts, article, language);
    return { version: text?.version ?? 0, words: { title, summary, body } };
  }

  return {
    async contentList({ nowMs }) {
      const { rows: newest } = await sql<{ article: string; language: string; comingMs: number | null }>`
        select distinct on (article, language) article, language, case when valid_from_ms > ${nowMs}::bigint then valid_from_ms end as coming_ms
        from article_text order by article, language, version desc`.execute(db);
      const shown = await shownTexts(db, nowMs);
      const shownOf = (id: string, language: string) => shown.find((text) => text.article === id && text.language === language);
      return {
        articles: articles.map(({ id, category }) => ({
          article: id,
          category,
          title: shownOf(id, 'en')?.title ?? releasedWords(texts, id, 'en').title,
          texts: languages.map((language) => ({
            language,
            version: shownOf(id, language)?.version ?? 0,
            validFromMs: shownOf(id, language)?.validFromMs ?? null,
            comingMs: newest.find((text) => text.article === id && text.language === language)?.comingMs ?? null,
          })),
        })),
      };
    },

    async contentGet({ request: { article, language }, nowMs }) {
      requireArticle(article);
      const saved = await db
        .selectFrom('articleText')
        .innerJoin('operatorName', 'operatorName.id', 'articleText.savedBy')
        .selectAll('articleText')
        .select('operatorName.name as operator')
        .where('article', '=', article)
        .where('language', '=', language)
        .orderBy('version', 'desc')
        .limit(versionsShown)
        .execute();
      const { version, words } = await shownWords(article, language, nowMs);
      return {
        newest: saved[0]?.version ?? 0,
        shown: { version, ...words },
        saved: saved.map(({ article: _, language: __, savedBy: ___, ...text }) => text),
      };
    },

    async contentSave({ request, operator, nowMs }) {
      const { article, language, title, summary, body, seen, reason, validFromMs = nowMs, preview = false } = request;
      requireArticle(article);
      if (validFromMs < nowMs || validFromMs > nowMs + furthestMs)
        throw new AppError('PARAMETER_WRONG', { params: { field: 'validFromMs' } });
      const { words: before } = await shownWords(article, language, nowMs);
      const change = { validFromMs, before, after: { title, summary, body } };
      if (preview) return { version: null, ...change };
      const version = await db
        .transaction()
        .execute(async (tx) => {
          await holdAudit(tx);
          const { rows } = await sql<{ version: number | null }>`
            select save_article_text(${operator.sessionHash}, ${article}, ${language}, ${seen}::int, ${title}, ${summary}, ${body},
              ${validFromMs}::bigint, ${reason}, ${nowMs}::bigint) as version`.execute(tx);
          const made = rows[0]?.version ?? undefined;
          if (made === undefined) throw new AppError('TEXT_CHANGED');
          await appendAudit(tx, {
            actor: operator.name,
            action: 'content.save',
            subject: `article ${article} ${language}`,
            details: { version: made, validFromMs, reason },
            nowMs,
          });
          return made;
        })
        .catch((error: unknown) => {
          throw toOperatorError(error);
        });
      return { version, ...change };
    },
  } satisfies Partial<OperationHandlers>;
}
