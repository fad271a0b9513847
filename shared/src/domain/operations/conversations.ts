/** Conversations of people with customer service, as operators hold them. A conversation is named by its person. */
import * as z from 'zod/mini';
import { serviceEntry, serviceText } from '../contract/service';
import { instantMs, uuid } from '../contract/wire';
import { listed, listing, rowId, userId } from './wire';

const head = {
  userId,
  /** E-mail address, else phone, else wallet. */
  account: z.string(),
  /** Since when an entry of the person waits for an answer; null: nothing waits. */
  waitingSinceMs: z.nullable(instantMs),
};
const conversation = z.object({
  ...head,
  /** Entries of the person that no operator has seen. */
  unread: z.int(),
  last: z.object({ from: serviceEntry.shape.from, text: z.nullable(z.string()), atMs: instantMs }),
});
export type ConversationShown = z.infer<typeof conversation>;

/** `operator`: the name of who wrote it; null: the person did. */
const entry = z.object({ ...serviceEntry.shape, operator: z.nullable(z.string()) });
export type ConversationEntry = z.infer<typeof entry>;

/** What waits, and is listed where nothing else is said: longest waiting first. All: newest first. */
export const conversationsList = {
  request: z.strictObject({ state: z.optional(z.enum(['waiting', 'any'])), ...listing }),
  response: listed(conversation),
};
/** Newest first. Of somebody who wrote nothing: no entries. Marks nothing as seen. */
export const conversationsGet = {
  request: z.strictObject({ userId, ...listing }),
  response: z.object({
    ...head,
    ...listed(entry).shape,
    /** The newest entry that the person has seen; null: none. */
    seenByPerson: z.nullable(z.string()),
  }),
};
/** `bytes`: of a picture that an operator sends. `text`: characters of it as base64. */
export const answerPicture = { bytes: 3_145_728, text: 4_194_304 } as const;

/**
 * Either `text` or `picture`: JPEG, PNG or WebP as base64. The same `clientId` again is the same entry. What waited waits no longer; the person
 * is told.
 */
export const conversationsAnswer = {
  request: z.strictObject({
    userId,
    clientId: uuid,
    text: z.optional(serviceText),
    picture: z.optional(z.string().check(z.minLength(1), z.maxLength(answerPicture.text))),
  }),
  response: z.object({ entry }),
};
/** An operator has seen everything up to this entry. */
export const conversationsRead = { request: z.strictObject({ userId, upTo: rowId }), response: z.object({ unread: z.int() }) };
/** Needs no answer. `seen`: the newest entry that the operator saw; when the person has written since, it waits on. */
export const conversationsClose = {
  request: z.strictObject({ userId, seen: rowId }),
  response: z.object({ isClosed: z.boolean() }),
};
