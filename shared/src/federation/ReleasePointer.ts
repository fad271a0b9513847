/**
 * The shapes of the release system on disk and on the wire: a release's own description (release.json) and the signed
 * pointer that names what is live. Written by the release tool, read by the host. Directories are write-once.
 */
import * as z from 'zod/mini';

const integrity = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/));
const version = z.string().check(z.regex(/^\d+\.\d+\.\d+\+[0-9a-f]{8}$/));

export const releaseFile = z.object({ integrity, bytes: z.int() });

/** /r/<remote>/<version>+<sha8>/release.json */
export const releaseManifest = z.object({
  schema: z.literal(1),
  remote: z.string(),
  version,
  builtAtMs: z.int(),
  bundler: z.string(),
  entry: z.string(),
  type: z.enum(['global', 'module']),
  /** The window property that the entry script sets: unique per build, so that two versions never meet. */
  global: z.string(),
  /** The contract range it needs, "^1.0". */
  contract: z.string(),
  /** Paths within the release of what the first visit needs right after the entry. */
  preload: z.array(z.string()),
  /** By page: paths within the release of what this page needs beyond that. */
  pageFiles: z.optional(z.record(z.string(), z.array(z.string()))),
  files: z.record(z.string(), releaseFile),
  /** Pages of a remote that the host's own table does not know: "/pages/promo/index". */
  pages: z.optional(z.array(z.string())),
  /** Those of its pages that visitors see too. Every other one needs a person who has signed in. */
  openPages: z.optional(z.array(z.string())),
  /** When the built files passed the conformance run; null when somebody published them without. */
  provenAtMs: z.optional(z.nullable(z.int())),
  /** What its publisher says of it, for operators. */
  note: z.optional(z.string()),
});
export type ReleaseManifest = z.infer<typeof releaseManifest>;

/** What the pointer says of one release: enough to load it without any other file. */
export const releaseReference = z.object({
  version,
  /** Absolute path or URL of the entry script. */
  entry: z.string(),
  type: z.enum(['global', 'module']),
  global: z.string(),
  integrity,
  contract: z.string(),
  /** The files that the first visit needs right after the entry, for preload links: `href` is absolute, like `entry`. */
  preload: z.optional(z.array(z.object({ href: z.string(), integrity }))),
  /** Pages that the host shows with this remote beyond its own table. */
  pages: z.optional(z.array(z.string())),
  /** Those of them that visitors see too. */
  openPages: z.optional(z.array(z.string())),
});
export type ReleaseReference = z.infer<typeof releaseReference>;

export const remotePointer = z.object({
  stable: releaseReference,
  previous: z.nullable(releaseReference),
  canary: z.nullable(z.object({ release: releaseReference, percent: z.int(), salt: z.string(), frozen: z.boolean() })),
  apply: z.enum(['next-safe', 'now']),
  disabled: z.nullable(z.object({ message: z.record(z.string(), z.string()) })),
  lock: z.nullable(z.object({ by: z.string(), reason: z.string(), atMs: z.int() })),
});
export type RemotePointer = z.infer<typeof remotePointer>;

/** /pointer/<channel>.json, with a detached ECDSA P-256 signature of its bytes in <channel>.json.sig (base64). */
export const releasePointer = z.object({
  schema: z.literal(1),
  channel: z.string(),
  /** Grows by one with each change; a lower one than already accepted is refused. */
  serial: z.int(),
  issuedAtMs: z.int(),
  by: z.string(),
  reason: z.string(),
  remotes: z.record(z.string(), remotePointer),
});
export type ReleasePointer = z.infer<typeof releasePointer>;

/** The signed part of a preview ticket: shows one published release on one browser until it expires. */
export const previewTicket = z.object({
  schema: z.literal(1),
  remote: z.string(),
  release: releaseReference,
  expiresAtMs: z.int(),
});
export type PreviewTicket = z.infer<typeof previewTicket>;
