/**
 * A countersigning witness: it is shown roots, follows the chain of each exchange from the first root it saw, and signs the newest
 * with its own key and time. It never signs a root that does not follow from the last one it signed, and keeps what it was
 * shown instead: two roots of one minute, both signed by the exchange, are the proof that a log was rewritten.
 *
 * State: one file an exchange with the last root signed, written before the answer is given, so that a restart forgets nothing.
 */
import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keyIdOf, minuteRoot, signedBytes, type PublicValue } from '@tessera/shared/fairness';
import * as z from 'zod';
import { nativeSha256 } from '../../feed/nativeSha256';
import { writeDurably } from '../../platform/durableFile';
import type { SigningKey } from '../../record/SigningKey';
import { isSignedBy } from '../isSignedBy';

const hex = (length: number) => z.string().regex(new RegExp(`^[0-9a-f]{${length}}$`));
const head = z.object({ seq: z.int().min(0), hash: hex(64) });
const shownRoot = z.object({
  minuteMs: z.int().min(0),
  root: hex(64),
  previousRoot: hex(64),
  heads: z.record(z.string().regex(/^[\x20-\x7e]{1,40}$/), head),
  logs: z.object({ record: head, audit: head }),
  signed: z.object({ keyId: hex(16), signature: hex(128) }),
});
const publishedKey = z.object({
  algorithm: z.literal('Ed25519'),
  keyId: hex(16),
  publicKey: hex(64),
  previous: z.string().nullable(),
  handover: z.string().nullable(),
});
export const mostRoots = 240;
export const showing = z.object({
  exchange: hex(64),
  keys: z.array(publishedKey).min(1).max(100),
  /** Ascending. */
  roots: z.array(shownRoot).min(1).max(mostRoots),
});
export type Showing = z.infer<typeof showing>;

export interface Countersigned {
  readonly exchange: string;
  readonly minuteMs: number;
  readonly root: string;
  readonly atMs: number;
  readonly publicKey: string;
  /** Over {exchange, minuteMs, root, atMs}, purpose `witness`. */
  readonly signature: string;
}

/** What was shown does not hold, or does not follow from what was signed before. Nothing is signed. */
export class Refused extends Error {
  constructor(
    readonly reason: 'signature' | 'chain' | 'fork' | 'gap' | 'full',
    message: string,
  ) {
    super(message);
  }
}

/** A stranger must not fill the disk with exchanges of his own. */
const mostExchanges = 100;

export interface Countersigner {
  readonly publicKey: string;
  /** What was signed last; undefined of an exchange that was never shown. */
  newest(exchange: string): Countersigned | undefined;
  /** Throws Refused. */
  show(shown: Showing): Promise<Countersigned>;
}

export async function createCountersigner(options: {
  readonly folder: string;
  readonly key: SigningKey;
  readonly now: () => number;
  readonly onRefused: (reason: string, message: string) => void;
}): Promise<Countersigner> {
  const { folder, key, now } = options;
  await mkdir(folder, { recursive: true });
  const known = new Map<string, Countersigned>();
  for (const name of await readdir(folder)) {
    if (!/^[0-9a-f]{64}\.json$/.test(name)) continue;
    const signed = JSON.parse(await readFile(join(folder, name), 'utf8')) as Countersigned;
    known.set(signed.exchange, signed);
  }
  // One at a time: two showings at once could both follow from the same root.
  let turn: Promise<unknown> = Promise.resolve();

  async function sign({ exchange, keys, roots }: Showing): Promise<Countersigned> {
    const last = known.get(exchange);
    const fresh = last === undefined ? roots.slice(-1) : await following(last, { exchange, keys, roots });
    requireSigned({ exchange, keys, roots: fresh });
    const root = fresh.at(-1);
    // All of it was signed before: the same answer again.
    if (root === undefined) return last as Countersigned;
    if (last === undefined && known.size >= mostExchanges) throw new Refused('full', 'this witness follows no more exchanges');
    const said = { exchange, minuteMs: root.minuteMs, root: root.root, atMs: now() };
    const signed = { ...said, publicKey: key.publicKey, signature: key.sign('witness', said) };
    await writeDurably(join(folder, `${exchange}.json`), `${JSON.stringify(signed)}\n`);
    known.set(exchange, signed);
    return signed;
  }

  /** The roots after the last one signed. What is shown begins with that one, or with the one that follows from it. */
  async function following(last: Countersigned, shown: Showing): Promise<Showing['roots']> {
    const same = shown.roots.find(({ minuteMs }) => minuteMs === last.minuteMs);
    const fresh = shown.roots.filter(({ minuteMs }) => minuteMs > last.minuteMs);
    if (same !== undefined && same.root !== last.root) {
      requireSigned({ ...shown, roots: [same] });
      await appendFile(join(folder, 'forks.ndjson'), `${JSON.stringify({ atMs: now(), signed: last, shown: same })}\n`);
      throw new Refused('fork', `the root of ${new Date(last.minuteMs).toISOString()} was ${last.root}, now it is ${same.root}`);
    }
    if (same === undefined && fresh[0] !== undefined && fresh[0].previousRoot !== last.root)
      throw new Refused('gap', `what is shown does not begin with the root ${last.root} of minute ${last.minuteMs}`);
    return fresh;
  }

  return {
    publicKey: key.publicKey,
    newest: (exchange) => known.get(exchange),
    show(shown) {
      const work = turn.then(() => sign(shown));
      turn = work.catch((error: unknown) => {
        if (error instanceof Refused) options.onRefused(error.reason, error.message);
      });
      return work;
    },
  };
}

/** Every root follows from the one before it and bears the exchange's signature. */
function requireSigned({ exchange, keys, roots }: Showing): void {
  const trusted = keysOf(exchange, keys);
  roots.forEach((root, index) => {
    const computed = minuteRoot(root.previousRoot, root.minuteMs, root.heads, nativeSha256, root.logs);
    const before = roots[index - 1];
    const isFollowing = before === undefined || (before.root === root.previousRoot && before.minuteMs < root.minuteMs);
    if (computed !== root.root || !isFollowing) throw new Refused('chain', `the root of minute ${root.minuteMs} does not follow`);
    const publicKey = trusted.get(root.signed.keyId);
    const bytes = signedBytes('root', { minuteMs: root.minuteMs, root: root.root });
    if (publicKey === undefined || !isSignedBy(publicKey, bytes, root.signed.signature))
      throw new Refused('signature', `the root of minute ${root.minuteMs} is not signed by this exchange`);
  });
}

/** The first key is the exchange's name; each later one counts when the key before it handed over. */
function keysOf(exchange: string, keys: Showing['keys']): ReadonlyMap<string, string> {
  const trusted = new Map([[keyIdOf(Buffer.from(exchange, 'hex'), nativeSha256), exchange]]);
  for (const { handover, ...announced } of keys) {
    const { keyId, publicKey, previous } = announced;
    if (keyIdOf(Buffer.from(publicKey, 'hex'), nativeSha256) !== keyId || trusted.has(keyId)) continue;
    const giver = previous === null ? undefined : trusted.get(previous);
    if (giver !== undefined && handover !== null && isSignedBy(giver, signedBytes('key', announced as PublicValue), handover))
      trusted.set(keyId, publicKey);
  }
  return trusted;
}
