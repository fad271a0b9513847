/** What operators read about the house: incidents, the health of the books, and what operators did. */
import * as z from 'zod/mini';
import { instantMs } from '../contract/wire';
import { empty, listed, listing } from './wire';

export const incidentsList = {
  request: empty,
  response: z.object({
    halts: z.array(
      z.object({
        id: z.string(),
        symbol: z.string(),
        reason: z.string(),
        by: z.string(),
        fromMs: instantMs,
        untilMs: z.nullable(instantMs),
      }),
    ),
    /** What waits for a second operator. */
    proposals: z.array(
      z.object({
        id: z.string(),
        symbol: z.string(),
        reason: z.string(),
        by: z.string(),
        fromMs: instantMs,
        toMs: instantMs,
        expiresAtMs: instantMs,
      }),
    ),
    incidents: z.array(
      z.object({
        id: z.string(),
        symbol: z.string(),
        reason: z.string(),
        fromMs: instantMs,
        toMs: instantMs,
        publishedAtMs: instantMs,
      }),
    ),
  }),
};

export const booksHealth = {
  request: empty,
  response: z.object({
    /** Movements of money are stopped. */
    funds: z.object({ isReadOnly: z.boolean(), reason: z.string(), sinceMs: z.nullable(instantMs) }),
    /** By the name of the check; null where all is well. */
    checks: z.record(z.string(), z.nullable(z.string())),
    /** Rounds of the watch over the book, by rule: how far, and when. */
    rules: z.array(z.object({ rule: z.string(), reached: z.int(), atMs: instantMs })),
    /** The first row at which the chain of the audit log does not hold. */
    brokenAuditRow: z.nullable(z.int()),
  }),
};

/**
 * Newest first. `of`: what changed something, chained by hashes; or every call, one row a minute. `operator`: by his whole name; `about`: a
 * part of the action or of the subject.
 */
export const auditList = {
  request: z.strictObject({
    of: z.optional(z.enum(['changes', 'calls'])),
    operator: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(40))),
    about: z.optional(z.string().check(z.trim(), z.minLength(3), z.maxLength(100))),
    ...listing,
  }),
  response: listed(
    z.object({
      id: z.string(),
      atMs: instantMs,
      operator: z.string(),
      action: z.string(),
      subject: z.string(),
      details: z.string(),
    }),
  ),
};
