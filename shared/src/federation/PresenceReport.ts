/**
 * presence/<node>.json in the release store: what the pages connected to one server run, and what failed on them in the last
 * hour. Written by the server every few seconds, read by the release tool and the operators' console; older than a minute it
 * counts as gone.
 */
import * as z from 'zod/mini';

const count = z.int();

export const presenceFailure = z.object({
  /** The minute, as its first millisecond. */
  minuteMs: z.int(),
  remote: z.string(),
  version: z.string(),
  /** Pages that loaded it in this minute, a few at most per client address. */
  loaded: count,
  /** Clients on which it failed in this minute; an address counts once in five minutes. */
  failed: count,
  /** Of `failed`, how many of each kind. */
  kinds: z.record(z.string(), count),
});
export type PresenceFailure = z.infer<typeof presenceFailure>;

export const presenceReport = z.object({
  schema: z.literal(1),
  node: z.string(),
  atMs: z.int(),
  /** Sessions per host version. */
  hosts: z.record(z.string(), z.object({ sessions: count, contract: z.string() })),
  /** Sessions per remote and version. */
  remotes: z.record(z.string(), z.record(z.string(), count)),
  /** Sessions per serial of the pointer they follow. */
  serials: z.record(z.string(), count),
  /** The last hour, oldest first. */
  failures: z.array(presenceFailure),
});
export type PresenceReport = z.infer<typeof presenceReport>;
