/**
 * The part of every proof that is about the log and not about an order: the run of ticks, its chain of hashes, the anchors
 * over it, the day's seed. Each check states what the proof says and what we computed.
 */
import type { FeedDay, Tick, TickAnchor } from '../contract/market';
import { asciiBytes, fromHex, toHex } from './bytes';
import type { KnowsSignature } from './receipt';
import { signedBytes } from './signedText';
import { genesisHash, minuteRoot, tickHash } from './tickHash';

export type Digest = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;

export interface ProofCheck<Name extends string = string> {
  readonly name: Name;
  /**
   * 'pending': what it needs is not published yet (the minute's anchor, the day's seed). 'absent': does not apply to this
   * order. 'partial': holds as far as the proof reaches, which is not all the way.
   */
  readonly state: 'ok' | 'failed' | 'pending' | 'absent' | 'partial';
  /** What the proof says and what we computed. */
  readonly stated: string;
  readonly computed: string;
}

export const isProven = (checks: readonly ProofCheck[]): boolean => checks.every((check) => check.state !== 'failed');

/** What waits for a minute's root. */
const sealed: readonly string[] = [
  'run',
  'setOff',
  'anchorRoots',
  'rootSigned',
  'anchored',
  'account',
  'divisor',
  'nights',
  'tick',
  'newest',
];
/** False while a root is still awaited that will pin what decided: until then its ticks may have been made up. */
export const isSealed = (checks: readonly ProofCheck[]): boolean =>
  checks.every(({ name, state }) => state !== 'pending' || !sealed.includes(name));

/** A root is written each minute, but none while the feed is away. Longer than a day nobody waits for one. */
export const sealWaitMs = 86_400_000;
/** What waits for a market's next tick, beside the root over it: a market may be closed for days. */
const openingWaitMs = 7 * sealWaitMs;
const afterNextTick: readonly string[] = ['run', 'setOff', 'account', 'divisor', 'nights', 'tick'];
/** The same checks, and what still waits for a root so long after the decision has failed. */
export const withSealDue = <Name extends string>(
  checks: readonly ProofCheck<Name>[],
  decidedAtMs: number,
  nowMs: number,
): readonly ProofCheck<Name>[] =>
  checks.map((check) => {
    const waitMs = afterNextTick.includes(check.name) ? openingWaitMs : sealWaitMs;
    const isDue = check.state === 'pending' && sealed.includes(check.name) && nowMs > decidedAtMs + waitMs;
    return isDue ? { ...check, state: 'failed' } : check;
  });

export const none = '-';
export const compared = <Name extends string>(name: Name, stated: string, computed: string): ProofCheck<Name> => ({
  name,
  state: stated === computed ? 'ok' : 'failed',
  stated,
  computed,
});
export const absent = <Name extends string>(name: Name): ProofCheck<Name> => ({
  name,
  state: 'absent',
  stated: none,
  computed: none,
});

export interface NumberedTick {
  readonly seq: number;
  readonly atMs: number;
  readonly price: string;
}
export const tickText = (tick: NumberedTick | null | undefined): string =>
  tick === null || tick === undefined ? none : `#${tick.seq} ${tick.atMs} ${tick.price}`;

/** True when no tick between the instant and the run's first one is missing. */
export const reachesBefore = (ticks: readonly Tick[], atMs: number): boolean => {
  const first = ticks[0];
  return first === undefined || first.atMs <= atMs || first.seq === 1;
};

/** Without a gap, in time's order, of one symbol; `isWhole` says whether the run is long enough for what it shall show. */
export function runCheck(
  symbol: string,
  ticks: readonly Tick[],
  { stated, isWhole }: { readonly stated: string; readonly isWhole: boolean },
): ProofCheck<'run'> {
  const broken = ticks.find((tick, index) => {
    const before = ticks[index - 1];
    return tick.symbol !== symbol || (before !== undefined && (tick.seq !== before.seq + 1 || tick.atMs <= before.atMs));
  });
  if (broken !== undefined) return { name: 'run', state: 'failed', stated, computed: tickText(broken) };
  const first = ticks[0];
  const last = ticks[ticks.length - 1];
  const computed = first === undefined || last === undefined ? none : `#${first.seq}..#${last.seq} ${first.atMs}..${last.atMs}`;
  return { name: 'run', state: isWhole ? 'ok' : 'failed', stated, computed };
}

/** A tick's hash from the hash that the proof names before it. */
export const hashOfTick = async (tick: Tick, previousHash: string, digest: Digest): Promise<string> =>
  toHex(await digest(fromHex(tickHash(previousHash, tick, bytesAsTheyAre))));

/** `sinceMs`: the record's first key, since when all is of format 2; what an older form left open could be changed at any time. */
export async function chainCheck(ticks: readonly Tick[], digest: Digest, sinceMs = Infinity): Promise<ProofCheck<'chain'>> {
  let previous = ticks[0]?.previousHash ?? genesisHash;
  for (const [index, tick] of ticks.entries()) {
    const computed = await hashOfTick(tick, previous, digest);
    // The flag that decides is the one that was hashed.
    const isFilledAsHashed = tick.format2 === undefined || (tick.isFilled ?? false) === (tick.format2.kind !== 'live');
    const isOutdated = tick.format2 === undefined && (tick.atMs > sinceMs || ticks[index - 1]?.format2 !== undefined);
    if (computed !== tick.hash || tick.previousHash !== previous || !isFilledAsHashed || isOutdated)
      return { name: 'chain', state: 'failed', stated: `#${tick.seq} ${tick.hash}`, computed };
    previous = computed;
  }
  return compared('chain', ticks[ticks.length - 1]?.hash ?? none, ticks.length === 0 ? none : previous);
}

/** Stands in for the digest where only the hashed bytes are wanted: their form is defined in one place, tickHash. */
const bytesAsTheyAre = (bytes: Uint8Array): Uint8Array => bytes;

/** Roots are of whole minutes: one between them is a root that nobody else looks for. */
export const isWholeMinute = (minuteMs: number): boolean => minuteMs % 60_000 === 0;

export async function anchorRootsCheck(anchors: readonly TickAnchor[], digest: Digest): Promise<ProofCheck<'anchorRoots'>> {
  if (anchors.length === 0) return { name: 'anchorRoots', state: 'pending', stated: none, computed: none };
  let previous = anchors[0]?.previousRoot ?? genesisHash;
  for (const anchor of anchors) {
    const bytes = fromHex(minuteRoot(previous, anchor.minuteMs, anchor.heads, bytesAsTheyAre, anchor.logs));
    const computed = toHex(await digest(bytes));
    if (computed !== anchor.root || anchor.previousRoot !== previous || !isWholeMinute(anchor.minuteMs)) {
      return { name: 'anchorRoots', state: 'failed', stated: `${anchor.minuteMs} ${anchor.root}`, computed };
    }
    previous = computed;
  }
  return compared('anchorRoots', anchors[anchors.length - 1]?.root ?? none, previous);
}

/** The signature of every root, by a key that the public record names. Roots of format 1 have none: there are none after its first key. */
export async function rootSignedCheck(
  anchors: readonly TickAnchor[],
  knowsSignature: KnowsSignature | undefined,
  sinceMs = Infinity,
): Promise<ProofCheck<'rootSigned'>> {
  if (anchors.length === 0) return { name: 'rootSigned', state: 'pending', stated: none, computed: none };
  const firstSigned = anchors.findIndex(({ minuteMs, signed }) => signed !== undefined || minuteMs > sinceMs);
  if (firstSigned < 0 && anchors.every(({ logs }) => logs === undefined)) return absent('rootSigned');
  let state: 'ok' | 'partial' = 'ok';
  for (const { minuteMs, root, signed, logs } of anchors.slice(Math.max(0, firstSigned))) {
    const stated = `${minuteMs} ${signed?.keyId ?? none}`;
    const isSigned =
      signed !== undefined &&
      logs !== undefined &&
      (await knowsSignature?.(
        { keyId: signed.keyId, atMs: minuteMs },
        signedBytes('root', { minuteMs, root }),
        signed.signature,
      ));
    if (isSigned === false) return { name: 'rootSigned', state: 'failed', stated, computed: none };
    if (isSigned === undefined) state = 'partial';
  }
  const last = anchors[anchors.length - 1];
  const text = `${last?.minuteMs ?? none} ${last?.signed?.keyId ?? none}`;
  return { name: 'rootSigned', state, stated: text, computed: state === 'ok' ? text : none };
}

/** Every head that lies in the run must be the run's own tick; one at or after the deciding tick covers the result. */
export function anchoredCheck(
  symbol: string,
  decidingSeq: number | undefined,
  { ticks, anchors }: { readonly ticks: readonly Tick[]; readonly anchors: readonly TickAnchor[] },
): ProofCheck<'anchored'> {
  const heads = anchors.flatMap((anchor) => anchor.heads[symbol] ?? []);
  const ticksBySeq = new Map(ticks.map((tick) => [tick.seq, tick]));
  const wrong = heads.find((head) => ticksBySeq.has(head.seq) && ticksBySeq.get(head.seq)?.hash !== head.hash);
  const text = (seq: number | undefined, hash: string | undefined): string =>
    seq === undefined ? none : `#${seq} ${hash ?? none}`;
  if (wrong !== undefined) {
    return {
      name: 'anchored',
      state: 'failed',
      stated: text(wrong.seq, wrong.hash),
      computed: text(wrong.seq, ticksBySeq.get(wrong.seq)?.hash),
    };
  }
  if (decidingSeq === undefined) return absent('anchored');
  const covering = heads.find((head) => head.seq >= decidingSeq && ticksBySeq.has(head.seq));
  const state = covering === undefined ? 'pending' : 'ok';
  return {
    name: 'anchored',
    state,
    stated: text(covering?.seq, covering?.hash),
    computed: text(decidingSeq, ticksBySeq.get(decidingSeq)?.hash),
  };
}

/**
 * The day's seed has the hash that was published, and its beacon is what it has to be: the network's value is the hash of its
 * signature, the exchange's own one has the hash that was published with the seed's. That the hash was published then is for the
 * public record to say, which `recordSeq` points into.
 */
export async function feedSeedCheck(feedDay: FeedDay | null, digest: Digest): Promise<ProofCheck<'feedSeed'>> {
  const seedHash = feedDay?.seedHash ?? null;
  const seed = feedDay?.seed ?? null;
  if (feedDay === null || seedHash === null) return absent('feedSeed');
  const failed = (stated: string, computed: string): ProofCheck<'feedSeed'> => ({
    name: 'feedSeed',
    state: 'failed',
    stated,
    computed,
  });
  if (feedDay.lostAtMs !== undefined && feedDay.lostAtMs !== null) return { ...absent('feedSeed'), stated: seedHash };
  const beacon = feedDay.beacon ?? null;
  if ((feedDay.version ?? 1) > 1 && beacon !== null) {
    const origin = beacon.kind === 'drand' ? beacon.signature : beacon.value;
    const stated = beacon.kind === 'drand' ? beacon.value : (feedDay.beaconHash ?? none);
    const computed = origin !== null && isHex(origin) ? toHex(await digest(fromHex(origin))) : none;
    if (computed !== stated) return failed(stated, computed);
  }
  if (seed === null) return { name: 'feedSeed', state: 'pending', stated: seedHash, computed: none };
  if ((feedDay.version ?? 1) > 1 && beacon === null) return failed(seedHash, none);
  const result = compared('feedSeed', seedHash, toHex(await digest(isHex(seed) ? fromHex(seed) : asciiBytes(seed))));
  return result.state === 'ok' && isChosenWithinDay(feedDay) ? { ...result, state: 'partial' } : result;
}

/** Committed to within the day, with the exchange's own beacon alone: it could draw again until it liked the day's course. */
const isChosenWithinDay = ({ day, committedAtMs = 0, beacon }: FeedDay): boolean =>
  beacon?.kind !== 'drand' && committedAtMs > Date.parse(`${day}T00:00:00Z`);

const isHex = (text: string): boolean => /^([0-9a-f]{2})+$/.test(text);
