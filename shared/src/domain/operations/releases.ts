/**
 * Releases, as the release tool knows them (docs/releases.md). What the tool refuses is an answer in its own words: it names the option
 * that lifts it. Times are epoch milliseconds; absent is null, never 0.
 */
import * as z from 'zod/mini';
import { instantMs, wholeNumber } from '../contract/wire';
import { empty } from './wire';

const text = z.nullable(z.string());
const counts = z.record(z.string(), z.int());
const list = <Item extends z.core.$ZodType>(item: Item) => z.readonly(z.array(item));

/** `conflict`: somebody else was faster. `unreachable`: the store. */
const problem = z.object({
  is: z.literal('problem'),
  kind: z.enum(['usage', 'refused', 'conflict', 'unreachable']),
  message: z.string(),
});
const told = <Value extends z.core.$ZodType>(value: Value) =>
  z.discriminatedUnion('is', [z.object({ is: z.literal('told'), value }), problem]);

const named = {
  stable: text,
  previous: text,
  canary: z.nullable(z.object({ version: z.string(), percent: z.int(), isHalted: z.boolean() })),
  apply: z.nullable(z.enum(['next-safe', 'now'])),
  lock: z.nullable(z.object({ by: z.string(), reason: z.string(), atMs: instantMs })),
  disabled: z.nullable(z.record(z.string(), z.string())),
};
const remoteStatus = z.object({
  ...named,
  published: list(
    z.object({
      version: z.string(),
      builtAtMs: instantMs,
      contract: z.string(),
      isProven: z.boolean(),
      note: text,
    }),
  ),
  sessions: z.nullable(counts),
  failures: list(z.object({ minuteMs: instantMs, version: z.string(), loaded: z.int(), failed: z.int() })),
});
export const releasesStatus = {
  request: empty,
  response: told(
    z.object({
      channel: z.string(),
      serial: z.int(),
      changedBy: text,
      reason: text,
      changedAtMs: z.nullable(instantMs),
      host: z.object({ live: text, contract: text, sessions: counts }),
      remotes: z.record(z.string(), remoteStatus),
      nodes: z.int(),
      unreadablePresence: list(z.string()),
    }),
  ),
};

const remote = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/));
const version = z.optional(z.string().check(z.regex(/^\d+\.\d+\.\d+\+[0-9a-f]{8}$/)));
const limit = z.optional(wholeNumber.check(z.gte(1), z.lte(200)));

/** Newest first. */
export const releasesHistory = {
  request: z.strictObject({ remote: z.optional(remote), limit }),
  response: told(
    list(
      z.object({
        serial: z.int(),
        atMs: instantMs,
        by: z.string(),
        reason: z.string(),
        changes: list(z.string()),
        isSigned: z.boolean(),
      }),
    ),
  ),
};
/** Switches of the host, newest first. */
export const releasesHostHistory = {
  request: z.strictObject({ limit }),
  response: told(list(z.object({ atMs: instantMs, by: z.string(), reason: z.string(), from: text, to: z.string() }))),
};

const outcome = { outcome: z.enum(['changed', 'would-change', 'unchanged']), reason: z.string(), warnings: list(z.string()) };
const changed = told(
  z.union([
    z.object({ ...outcome, remote: z.string(), serial: z.int(), change: z.string(), after: z.object(named) }),
    z.object({ ...outcome, from: text, to: z.string() }),
  ]),
);

/** Off unless said, as on the command line. `dryRun`: tells what would change. */
const option = z.optional(z.boolean());
const common = { remote, reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)), dryRun: option };
const change = <Fields extends Record<string, z.core.$ZodType>>(fields: Fields) => ({
  request: z.strictObject({ ...common, ...fields }),
  response: changed,
});

export const releasesPromote = change({ version, now: option, unlock: option, unproven: option, despiteRunningHosts: option });
export const releasesCanary = change({
  version,
  percent: z.int().check(z.gte(1), z.lte(99)),
  now: option,
  despiteRunningHosts: option,
});
export const releasesHalt = change({ now: option });
/** The remote "host" means the host. */
export const releasesRollback = change({ to: version, now: option, despiteRunningHosts: option });
export const releasesLock = change({});
export const releasesUnlock = change({});
/** `message`: what people read in place of the remote, by language. */
export const releasesDisable = change({
  message: z
    .record(z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z]+)?$/)), z.string().check(z.trim(), z.minLength(1), z.maxLength(300)))
    .check(z.refine((texts) => Object.keys(texts).length > 0)),
  now: option,
});
export const releasesEnable = change({ now: option });
