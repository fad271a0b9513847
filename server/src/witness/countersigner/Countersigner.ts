/**
 * A countersigning witness: it is shown roots, follows the chain of each exchange from the first root it saw, and signs the newest
 * with its own key and time. It never signs a root that does not follow from the last one it signed, and keeps what it was
 * shown instead: two roots of one minute, both signed by the exchange, are the proof that a log was rewritten.
 *
 * State: one file an exchange with the last root signed, written before the answer is given, so that a restart forgets nothing.
 */
import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { keyIdOf, minuteRoot, signedBytes, type PublicValue } from '@tessera/shared/fairness';
import * as z from 'zod';
import { nativeSha256 } from '../../feed/nativeSha256';
import { writeDurably } from '../../platform/durableFile';
import type { SigningKey } from '../../record/SigningKey';
import { isSignedBy } from '../../record/isSignedBy';

const hex = (length: number) => z.string().regex(new RegExp(`^[0-9a-f]{${length}}$`));
const head = z.object({ seq: z.int().min(0), hash: hex(64) });
const maxSymbols = 500;
const shownRoot = z.object({
  minuteMs: z.int().min(0).multipleOf(60_000),
  root: hex(64),
  previousRoot: hex(64),
  heads: z.record(z.string().regex(/^[\x20-\x7e]{1,40}$/), head).refine((heads) => Object.keys(heads).length <= maxSymbols),
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
export const maxRoots = 240;
export const showing = z.object({
  exchange: hex(64),
  keys: z.array(publishedKey).min(1).max(100),
  /** Ascending. */
  roots: z.array(shownRoot).min(1).max(maxRoots),
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
    readonly reason: 'signature' | 'chain' | 'fork' | 'gap' | 'full' | 'unknown' | 'busy',
    message: string,
  ) {
    super(message);
  }
}

/**
 * A stranger must not fill the disk with exchanges of his own, nor crowd out one that is followed. So a place is only taken from an
 * exchange that has been silent for longer than it was followed, and for an hour: one that was followed for a year keeps its place for
 * a year of silence.
 */
const maxExchanges = 100;
const shortestSilenceMs = 3_600_000;
/** What one network may begin in an hour. */
const maxBeginnings = 5;
const maxForks = 10;
const maxWaiting = 20;
/** Of one network: no one fills the line. */
const maxWaitingOfNetwork = 2;
/** Roots that are checked before others get their turn on this thread. */
const rootsInStep = 10;

interface Followed {
  readonly signed: Countersigned;
  readonly sinceMs: number;
}

export interface Countersigner {
  readonly publicKey: string;
  /** What was signed last; undefined of an exchange that was never shown. */
  newest(exchange: string): Countersigned | undefined;
  /** `network`: from where it is shown. Throws Refused. */
  show(shown: Showing, network?: string): Promise<Countersigned>;
}

export async function createCountersigner(options: {
  readonly folder: string;
  /** Public keys of the exchanges that are followed; empty: as many as there is room for. */
  readonly exchanges: ReadonlySet<string>;
  readonly maxExchanges?: number;
  readonly key: SigningKey;
  readonly now: () => number;
  readonly onRefused: (reason: string, message: string) => void;
}): Promise<Countersigner> {
  const { folder, exchanges, key, now } = options;
  await mkdir(folder, { recursive: true });
  const room = options.maxExchanges ?? maxExchanges;
  const known = new Map<string, Followed>();
  for (const name of await readdir(folder)) {
    if (!/^[0-9a-f]{64}\.json$/.test(name)) continue;
    const { sinceMs = 0, ...signed } = JSON.parse(await readFile(join(folder, name), 'utf8')) as Countersigned & {
      // Files from before it was kept: of old acquaintance.
      readonly sinceMs?: number;
    };
    known.set(signed.exchange, { signed, sinceMs });
  }
  /** By exchange, since the start. */
  const forks = new Map<string, number>();
  /** By network. */
  const waiting = new Map<string, number>();
  /** Within the last hour: as many as places at most, or somebody is refused. */
  let begun: { readonly network: string; readonly atMs: number }[] = [];
  // One at a time: two showings at once could both follow from the same root.
  let turn: Promise<unknown> = Promise.resolve();

  async function sign({ exchange, keys, roots }: Showing, network: string): Promise<Countersigned> {
    const followed = known.get(exchange);
    const last = followed?.signed;
    const fresh = last === undefined ? roots.slice(-1) : await following(last, { exchange, keys, roots });
    await requireSigned({ exchange, keys, roots: fresh });
    const root = fresh.at(-1);
    // All of it was signed before: the same answer again.
    if (root === undefined) return last as Countersigned;
    if (last === undefined) await makeRoom(network);
    const said = { exchange, minuteMs: root.minuteMs, root: root.root, atMs: now() };
    const signed = { ...said, publicKey: key.publicKey, signature: key.sign('witness', said) };
    const sinceMs = followed?.sinceMs ?? said.atMs;
    await writeDurably(fileOf(exchange), `${JSON.stringify({ ...signed, sinceMs })}\n`);
    known.set(exchange, { signed, sinceMs });
    return signed;
  }

  const fileOf = (exchange: string): string => join(folder, `${exchange}.json`);

  async function makeRoom(network: string): Promise<void> {
    const nowMs = now();
    begun = begun.filter(({ atMs }) => atMs > nowMs - shortestSilenceMs);
    if (begun.filter((one) => one.network === network).length >= maxBeginnings)
      throw new Refused('full', 'this network has begun enough exchanges for an hour');
    const silence = ({ signed }: Followed): number => nowMs - signed.atMs;
    const idle = [...known.values()]
      .filter((one) => silence(one) > Math.max(shortestSilenceMs, one.signed.atMs - one.sinceMs))
      .sort((a, b) => a.signed.atMs - b.signed.atMs)[0];
    if (known.size >= room) {
      if (idle === undefined) throw new Refused('full', 'this witness follows no more exchanges');
      known.delete(idle.signed.exchange);
      await rm(fileOf(idle.signed.exchange), { force: true });
    }
    begun.push({ network, atMs: nowMs });
  }

  /** The roots after the last one signed. What is shown begins with that one, or with the one that follows from it. */
  async function following(last: Countersigned, shown: Showing): Promise<Showing['roots']> {
    const same = shown.roots.find(({ minuteMs }) => minuteMs === last.minuteMs);
    const fresh = shown.roots.filter(({ minuteMs }) => minuteMs > last.minuteMs);
    const stranger =
      same !== undefined && same.root !== last.root
        ? same
        : fresh.find(({ previousRoot }, at) => at === 0 && previousRoot !== last.root);
    if (stranger === undefined) return fresh;
    // Signed by the exchange, it is the proof of a second history, or of a part that is held back.
    await requireSigned({ ...shown, roots: [stranger] });
    await keepFork(last, stranger);
    const isFork = same !== undefined;
    throw new Refused(
      isFork ? 'fork' : 'gap',
      `the root ${last.root} of ${new Date(last.minuteMs).toISOString()} was signed; ${stranger.root} of ${new Date(stranger.minuteMs).toISOString()} does not follow from it`,
    );
  }

  /** The first ones of each exchange: nobody fills the disk by showing the same again. */
  async function keepFork(last: Countersigned, shown: Showing['roots'][number]): Promise<void> {
    const kept = forks.get(last.exchange) ?? 0;
    if (kept >= maxForks) return;
    forks.set(last.exchange, kept + 1);
    await appendFile(join(folder, 'forks.ndjson'), `${JSON.stringify({ atMs: now(), signed: last, shown })}\n`);
  }

  function leave(network: string): void {
    const left = (waiting.get(network) ?? 1) - 1;
    if (left > 0) waiting.set(network, left);
    else waiting.delete(network);
  }

  return {
    publicKey: key.publicKey,
    newest: (exchange) => known.get(exchange)?.signed,
    show(shown, network = '') {
      if (exchanges.size > 0 && !exchanges.has(shown.exchange))
        return Promise.reject(new Refused('unknown', 'this witness follows other exchanges'));
      const own = waiting.get(network) ?? 0;
      const all = [...waiting.values()].reduce((sum, count) => sum + count, 0);
      if (all >= maxWaiting || own >= maxWaitingOfNetwork)
        return Promise.reject(new Refused('busy', 'others are being answered: show it again later'));
      waiting.set(network, own + 1);
      const work = turn.then(() => sign(shown, network)).finally(() => leave(network));
      turn = work.catch((error: unknown) => {
        if (error instanceof Refused) options.onRefused(error.reason, error.message);
      });
      return work;
    },
  };
}

/** Every root follows from the one before it and bears the exchange's signature. */
async function requireSigned({ exchange, keys, roots }: Showing): Promise<void> {
  const trusted = keysOf(exchange, keys);
  for (const [index, root] of roots.entries()) {
    if (index > 0 && index % rootsInStep === 0) await setImmediate();
    const computed = minuteRoot(root.previousRoot, root.minuteMs, root.heads, nativeSha256, root.logs);
    const before = roots[index - 1];
    const isFollowing = before === undefined || (before.root === root.previousRoot && before.minuteMs < root.minuteMs);
    if (computed !== root.root || !isFollowing) throw new Refused('chain', `the root of minute ${root.minuteMs} does not follow`);
    const publicKey = trusted.get(root.signed.keyId);
    const bytes = signedBytes('root', { minuteMs: root.minuteMs, root: root.root });
    if (publicKey === undefined || !isSignedBy(publicKey, bytes, root.signed.signature))
      throw new Refused('signature', `the root of minute ${root.minuteMs} is not signed by this exchange`);
  }
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
