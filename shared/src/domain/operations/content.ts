import * as z from 'zod/mini';
import { articleCategory } from '../contract/content';
import { askedInstant, instantMs, language, wholeNumber } from '../contract/wire';
import { empty, preview, reason } from './wire';

const article = z.string().check(z.regex(/^[a-z]{2,32}$/));
const text = (longest: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(longest));
const words = { title: z.string(), summary: z.string(), body: z.string() };

/** Every article, and of each language what is said: `version` 0 is the release's own text, which no operator changed. */
export const contentList = {
  request: empty,
  response: z.object({
    articles: z.array(
      z.object({
        article: z.string(),
        category: articleCategory,
        /** In English, as it is shown now. */
        title: z.string(),
        texts: z.array(
          z.object({
            language,
            version: z.int(),
            /** null of the release's own. */
            validFromMs: z.nullable(instantMs),
            /** When the newest text begins, where its instant is to come. */
            comingMs: z.nullable(instantMs),
          }),
        ),
      }),
    ),
  }),
};
/** One article in one language: what is shown now, and what operators saved, newest first. */
export const contentGet = {
  request: z.strictObject({ article, language }),
  response: z.object({
    /** The newest version that was saved; 0 for none. */
    newest: z.int(),
    shown: z.object({ version: z.int(), ...words }),
    saved: z.array(
      z.object({
        version: z.int(),
        validFromMs: instantMs,
        savedAtMs: instantMs,
        operator: z.string(),
        reason: z.string(),
        ...words,
      }),
    ),
  }),
};
/**
 * Another text from an instant on, at most 90 days ahead; without one, now. The newest text whose instant has come is shown, so one that is to
 * come is taken back by saving another.
 */
export const contentSave = {
  request: z.strictObject({
    article,
    language,
    title: text(200),
    summary: text(500),
    /** Plain text; an empty line parts paragraphs. */
    body: text(20_000),
    /** contentGet's `newest`: what was saved meanwhile is not overwritten. */
    seen: wholeNumber,
    reason,
    validFromMs: z.optional(askedInstant),
    preview,
  }),
  response: z.object({
    /** null of a preview. */
    version: z.nullable(z.int()),
    validFromMs: instantMs,
    before: z.object(words),
    after: z.object(words),
  }),
};
