/** The one conversation of a person with customer service. */
import * as z from 'zod/mini';
import { id, instantMs, request, uuid, wholeNumber } from './wire';

/** `text`: characters of one entry. `day`: entries of one person in 24 hours. */
export const serviceLimits = { text: 2000, day: 300 } as const;

/** Whole once it is trimmed: something that is read, not marks and spaces alone. */
export const serviceText = z.string().check(z.trim(), z.maxLength(serviceLimits.text), z.regex(/[\p{L}\p{N}\p{P}\p{S}]/u));
const entryId = z.string().check(z.regex(/^[1-9]\d{0,14}$/));

export const serviceEntry = z.object({
  id: entryId,
  from: z.enum(['person', 'service']),
  /** Plain text whose lines are kept; null of a picture. */
  text: z.nullable(z.string()),
  /** `address`: path on the exchange's origin at which it is shown, for two minutes. */
  picture: z.nullable(z.object({ address: z.string(), width: z.int(), height: z.int() })),
  /** Of the person's own entries: as it was sent. */
  clientId: z.nullable(z.string()),
  atMs: instantMs,
});
export type ServiceEntry = z.infer<typeof serviceEntry>;

/** Newest first. `before`: the answer's `next`, for the page after it; null on the last one. */
export const serviceConversation = {
  request: request({ before: z.optional(entryId), pageSize: z.optional(wholeNumber.check(z.gte(1), z.lte(100))) }),
  response: z.object({
    items: z.array(serviceEntry),
    next: z.nullable(entryId),
    /** Entries of customer service that the person has not seen. */
    unread: z.int(),
    /** The newest entry that customer service has seen; null: none. */
    seenByService: z.nullable(entryId),
  }),
};

/**
 * Either `text` or the picture of an upload for `chat`. The same `clientId` with the same content again is the same entry, so a lost answer is asked
 * for anew; with other content it is refused with REQUEST_ILLEGAL.
 */
export const serviceSend = {
  request: request({ clientId: uuid, text: z.optional(serviceText), uploadId: z.optional(id) }),
  response: z.object({ entry: serviceEntry }),
};

/** The person has seen everything up to this entry. */
export const serviceRead = { request: request({ upTo: entryId }), response: z.object({ unread: z.int() }) };
