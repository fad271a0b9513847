/** News, help, customer service, client error reports. */
import * as z from 'zod/mini';
import { ownPagePattern } from './linkPatterns';
import { done, id, instantMs, nextPage, page, paging, request, shortText } from './wire';

export const articleCategory = z.enum(['news', 'notice', 'help', 'about', 'agreement', 'rules']);
export type ArticleCategory = z.infer<typeof articleCategory>;
/** Of articles of the category help. */
export const helpGroup = z.enum(['start', 'account', 'money', 'trading', 'safety']);
export type HelpGroup = z.infer<typeof helpGroup>;

const words = { title: z.string(), summary: z.string() };
const article = z.object({
  id,
  category: articleCategory,
  group: z.optional(helpGroup),
  ...words,
  publishedAtMs: instantMs,
  /** Of an agreement and of rules: when what is announced begins to hold, the other text (`coming`) or, without one, the article itself. */
  comingMs: z.optional(instantMs),
});
/** Newest first. `cursor` is the `next` of the page before: the instant and the id of its last article. */
export const newsList = {
  request: request({
    category: z.optional(articleCategory),
    query: z.optional(shortText),
    cursor: z.optional(z.string().check(z.maxLength(60), z.regex(/^\d{1,15}\.[a-z]{1,40}$/))),
    ...paging,
  }),
  response: z.object({ ...page(article).shape, next: nextPage }),
};
/** Every body is Markdown: shown by `ArticleBody`, never as HTML. */
export const newsDetail = {
  request: request({ id }),
  response: z.object({
    ...article.shape,
    body: z.string(),
    /** The text from `comingMs` on. */
    coming: z.optional(z.object({ ...words, body: z.string() })),
  }),
};
/** In the order in which they are shown. `link`: a page of this app. */
export const newsBanners = {
  request: request({}),
  response: z.object({ items: z.array(z.object({ id, ...words, link: z.optional(z.string().check(z.regex(ownPagePattern))) })) }),
};
/** `detail`: when or for what, where there is more to say than a name. */
export const serviceContacts = {
  request: request({}),
  response: z.object({
    contacts: z.array(z.object({ name: z.string(), url: z.string(), detail: z.optional(z.string()) })),
  }),
};
export const clientReport = {
  request: request({
    code: z.optional(shortText),
    message: z.string().check(z.maxLength(500)),
    where: z.optional(shortText),
    release: z.optional(shortText),
    remote: z.optional(shortText),
  }),
  response: done,
};
