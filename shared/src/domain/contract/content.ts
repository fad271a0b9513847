/** News, help, customer service, client error reports. */
import * as z from 'zod/mini';
import { done, id, instantMs, page, paging, request, shortText } from './wire';

export const articleCategory = z.enum(['news', 'notice', 'help', 'about', 'agreement']);
const article = z.object({ id, category: articleCategory, title: z.string(), summary: z.string(), publishedAtMs: instantMs });
export const newsList = {
  request: request({ category: z.optional(articleCategory), query: z.optional(shortText), ...paging }),
  response: page(article),
};
/** body is plain text; an empty line parts paragraphs. */
export const newsDetail = { request: request({ id }), response: z.object({ ...article.shape, body: z.string() }) };
export const serviceContacts = {
  request: request({}),
  response: z.object({ contacts: z.array(z.object({ name: z.string(), url: z.string() })) }),
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
