import * as z from 'zod/mini';
import { articleCategory, helpGroup } from '../contract/content';
import { outsidePattern, ownPagePattern } from '../contract/linkPatterns';
import { askedInstant, instantMs, language, wholeNumber } from '../contract/wire';
import { empty, preview, reason } from './wire';

export const contentCategory = z.enum([...articleCategory.options, 'banner', 'contact']);
export type ContentCategory = z.infer<typeof contentCategory>;
/** Banners and contacts say all in title and summary. */
export const hasBody = (category: ContentCategory): boolean => category !== 'banner' && category !== 'contact';
/** They announce what is to come, a day ahead at least. */
export const isAnnounced = (category: ContentCategory): boolean => category === 'agreement' || category === 'rules';

const article = z.string().check(z.regex(/^[a-z]{2,32}$/));
/** Not seen, and it turns what is written around it: controls, embeddings and overrides of direction. */
const unseen = /(?![\t\n\r])[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;
const text = (shortest: number, longest: number) =>
  z.string().check(
    z.trim(),
    z.minLength(shortest),
    z.maxLength(longest),
    z.refine((typed) => !unseen.test(typed)),
  );
const askedWords = {
  title: text(1, 200),
  summary: text(1, 500),
  /** Markdown. Empty of banners and contacts, and of nothing else. */
  body: text(0, 20_000),
};
const words = { title: z.string(), summary: z.string(), body: z.string() };

/** Without signs that nobody sees. */
const address = z.string().check(
  z.maxLength(500),
  z.refine((typed) => !/\p{Cf}/u.test(typed)),
);
/** Where and how long an article is shown. */
const askedPlace = {
  /** Of help, and of nothing else. */
  group: z.optional(helpGroup),
  /** Of a banner an own page, among them the one that shows published addresses; of a contact also an https address, and never none. */
  link: z.optional(z.union([address.check(z.regex(ownPagePattern)), address.check(z.regex(outsidePattern), z.url())])),
  /** Of banners and contacts: the lowest is first. */
  rank: z.optional(wholeNumber.check(z.lte(999))),
  /** At most 90 days ahead; without one now. */
  fromMs: z.optional(askedInstant),
  /** Without one it is shown until it is withdrawn. */
  untilMs: z.optional(askedInstant),
};
const place = z.object({
  group: z.nullable(helpGroup),
  link: z.nullable(z.string()),
  rank: z.int(),
  fromMs: instantMs,
  untilMs: z.nullable(instantMs),
});
export type ArticlePlace = z.infer<typeof place>;

/** Every article, and of each language what is said: `version` 0 of a release's article is its own text, of an operators' none. */
export const contentList = {
  request: empty,
  response: z.object({
    articles: z.array(
      z.object({
        article: z.string(),
        category: contentCategory,
        /** In English, as it is shown now. */
        title: z.string(),
        /** null of the release's own. */
        place: z.nullable(place),
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
/** One article in one language: what is shown now (of an operators' article that says nothing in it, the English), and what operators saved, newest first. */
export const contentGet = {
  request: z.strictObject({ article, language }),
  response: z.object({
    category: contentCategory,
    /** null of the release's own; newest first. */
    places: z.nullable(
      z.array(z.object({ version: z.int(), savedAtMs: instantMs, operator: z.string(), reason: z.string(), ...place.shape })),
    ),
    /** The newest version that was saved; 0 for none. */
    newest: z.int(),
    shown: z.object({ version: z.int(), language, ...words }),
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
 * come is taken back by saving another. An agreement and rules are announced a day ahead, but for what is said already.
 */
export const contentSave = {
  request: z.strictObject({
    article,
    language,
    ...askedWords,
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
/** A new article with its English words. Other languages are saved after it; until then their readers get the English. */
export const contentCreate = {
  request: z.strictObject({ category: contentCategory, ...askedPlace, ...askedWords, reason, preview }),
  response: z.object({
    /** null of a preview. */
    article: z.nullable(z.string()),
    place,
    words: z.object(words),
  }),
};
/** An operators' article at another place, for another time, or withdrawn: everything is said anew but `fromMs`, which stays when it is not said. */
export const contentPlace = {
  request: z.strictObject({
    article,
    ...askedPlace,
    /** It ends now, whatever `untilMs` says. */
    withdraw: z.optional(z.boolean()),
    /** The newest version of `places`. */
    seen: wholeNumber,
    reason,
    preview,
  }),
  response: z.object({ version: z.nullable(z.int()), before: place, after: place }),
};
