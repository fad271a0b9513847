import type { Texts } from '../content/texts';
import type { Random } from '../platform/random';
import type { Db } from '../store/database';
import { placeOf, refused, requireBody, requireInstant } from './contentRules';
import { findArticle, listArticles, savedTexts, shownWords } from './savedContent';
import { savePlace, saveText, withAudit } from './saveContent';
import type { OperationHandlers } from './OperationHandler';

interface ContentCallsDeps {
  readonly db: Db;
  readonly texts: Texts;
  readonly random: Random;
}

export function contentCalls({ db, texts, random }: ContentCallsDeps) {
  return {
    contentList: async ({ nowMs }) => ({ articles: await listArticles(db, texts, nowMs) }),

    async contentGet({ request: { article, language }, nowMs }) {
      const { category, places } = await findArticle(db, article);
      const saved = await savedTexts(db, article, language);
      const isReleased = places === null;
      const { words, ...shown } = await shownWords({ db, texts }, { article, isReleased, language, nowMs });
      return {
        category,
        places: places?.map(({ category: _, ...place }) => place) ?? null,
        newest: saved[0]?.version ?? 0,
        shown: { ...shown, ...words },
        saved: saved.map(({ article: _, language: __, savedBy: ___, ...text }) => text),
      };
    },

    async contentSave({ request, operator, nowMs }) {
      const { article, language, title, summary, body, seen, reason, validFromMs = nowMs, preview = false } = request;
      const { category, places } = await findArticle(db, article);
      const isReleased = places === null;
      const { words: before } = await shownWords({ db, texts }, { article, isReleased, language, nowMs });
      const words = { title, summary, body };
      requireBody(category, body);
      // Saying again what is said takes back what is to come: that is announced to nobody.
      const isSaid = title === before.title && summary === before.summary && body === before.body;
      requireInstant(isSaid ? 'news' : category, validFromMs, nowMs, 'validFromMs');
      const change = { validFromMs, before, after: words };
      if (preview) return { version: null, ...change };
      const text = { article, language, seen, words, validFromMs, reason };
      const version = await withAudit(db, (tx) => saveText(tx, { operator, nowMs }, text));
      return { version, ...change };
    },

    async contentCreate({ request, operator, nowMs }) {
      const { category, title, summary, body, reason, preview = false } = request;
      const words = { title, summary, body };
      requireBody(category, body);
      const place = placeOf(category, request, { nowMs });
      if (preview) return { article: null, place, words };
      const article = [...random.bytes(16)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');
      await withAudit(db, async (tx) => {
        await savePlace(tx, { operator, nowMs }, { article, seen: 0, category, place, reason });
        // Its words hold from now on, and it is shown from its own instant.
        await saveText(tx, { operator, nowMs }, { article, language: 'en', seen: 0, words, validFromMs: nowMs, reason });
      });
      return { article, place, words };
    },

    async contentPlace({ request, operator, nowMs }) {
      const { article, withdraw = false, seen, reason, preview = false } = request;
      const { category, places } = await findArticle(db, article);
      const newest = places?.[0];
      // The app leads to those of the release.
      if (newest === undefined) throw refused('article');
      const { group, link, rank, fromMs, untilMs } = newest;
      const before = { group, link, rank, fromMs, untilMs };
      const after = withdraw ? { ...before, untilMs: nowMs } : placeOf(category, request, { keptMs: fromMs, nowMs });
      if (preview) return { version: null, before, after };
      const place = { article, seen, category, place: after, reason };
      const version = await withAudit(db, (tx) => savePlace(tx, { operator, nowMs }, place));
      return { version, before, after };
    },
  } satisfies Partial<OperationHandlers>;
}
