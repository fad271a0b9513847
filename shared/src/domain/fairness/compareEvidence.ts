/** Pairs of what was kept and what is shown, by what each is about. Pure: the same functions judge in the app and in a test. */
import type { FeedDay } from '../contract/market';
import { asciiBytes, toHex } from './bytes';
import { canonicalText, type PublicValue } from './canonicalText';
import type { EvidenceDifference, EvidenceKind, KeptEntry, KeptHead, KeptReceipt, KeptRoot, SignedReceipt } from './evidence';
import { isWholeMinute } from './logChecks';
import type { RecordEntry } from './publicRecord';
import { sha256 } from './sha256';

interface Compared {
  readonly compared: number;
  readonly differences: readonly EvidenceDifference[];
}

interface Pair {
  readonly of: string;
  readonly kept: string;
  readonly shown: string;
  readonly keptAtMs: number;
}

function judged(kind: EvidenceKind, pairs: readonly Pair[], foundAtMs: number): Compared {
  const differences = pairs.filter(({ kept, shown }) => kept !== shown).map((pair) => ({ kind, ...pair, foundAtMs }));
  return { compared: pairs.length, differences };
}

/**
 * `span`: the minutes that were asked for, where the answer holds all that there are: a kept minute of it that is not shown any
 * more is a difference too. Minutes without a root on either side say nothing.
 */
export function compareRoots(
  kept: readonly KeptRoot[],
  shown: readonly { readonly minuteMs: number; readonly root: string }[],
  foundAtMs: number,
  span?: { readonly fromMs: number; readonly toMs: number },
): Compared {
  const roots = new Map(shown.map(({ minuteMs, root }) => [minuteMs, root]));
  const isAsked = (minuteMs: number): boolean => span !== undefined && minuteMs >= span.fromMs && minuteMs <= span.toMs;
  const pairs = kept
    .filter(({ minuteMs }) => roots.has(minuteMs) || isAsked(minuteMs))
    .map(({ minuteMs, root, keptAtMs }) => ({
      of: String(minuteMs),
      kept: root,
      shown: roots.get(minuteMs) ?? '',
      keptAtMs,
    }));
  // Roots are of whole minutes: one between them was never to be kept by anybody.
  const between = shown
    .filter(({ minuteMs }) => !isWholeMinute(minuteMs))
    .map(({ minuteMs, root }) => ({ of: String(minuteMs), kept: '', shown: root, keptAtMs: foundAtMs }));
  return judged('root', [...pairs, ...between], foundAtMs);
}

export function compareHeads(
  kept: readonly KeptHead[],
  shown: readonly { readonly symbol: string; readonly seq: number; readonly hash: string }[],
  foundAtMs: number,
): Compared {
  const hashes = new Map(shown.map(({ symbol, seq, hash }) => [`${symbol}#${seq}`, hash]));
  const pairs = kept.flatMap(({ symbol, seq, hash, keptAtMs }) => {
    const of = `${symbol}#${seq}`;
    const now = hashes.get(of);
    // Frames carry the hash's first digits.
    return now === undefined ? [] : [{ of, kept: hash, shown: now.slice(0, hash.length), keptAtMs }];
  });
  return judged('head', pairs, foundAtMs);
}

/** `isWhole`: the answer holds every entry up to its last one of the kinds that were kept. */
export function compareEntries(
  kept: readonly KeptEntry[],
  shown: readonly RecordEntry[],
  foundAtMs: number,
  { isWhole }: { readonly isWhole: boolean },
): Compared {
  const entries = new Map(shown.map((entry) => [entry.seq, entry]));
  const text = ({ kind, hash, body }: RecordEntry): string => `${kind} ${hash} ${body}`;
  const pairs = kept
    .filter(({ seq }) => entries.has(seq) || isWhole)
    .map((entry) => {
      const now = entries.get(entry.seq);
      return {
        of: String(entry.seq),
        kept: text(entry),
        shown: now === undefined ? '' : text(now),
        keptAtMs: entry.keptAtMs,
      };
    });
  return judged('entry', pairs, foundAtMs);
}

/** The seed's hash of a day as the app was told then, and as it is shown now; where that is the same, the hash of the day's parameters. */
export function compareSeeds(kept: readonly KeptEntry[], shown: readonly FeedDay[], foundAtMs: number): Compared {
  const pairs = kept.flatMap((entry) => {
    const told = commitmentOf(entry);
    const day = shown.find(
      ({ day: own, source, attempt }) => own === told?.day && source === told.source && (attempt ?? 1) === told.attempt,
    );
    if (told === undefined || day === undefined) return [];
    const { keptAtMs } = entry;
    const { parametersHash } = told;
    if (told.seedHash !== day.seedHash || parametersHash === undefined || day.parameters === undefined)
      return [{ of: told.day, kept: told.seedHash, shown: day.seedHash ?? '', keptAtMs }];
    const shownHash = toHex(sha256(asciiBytes(canonicalText(day.parameters))));
    return [{ of: told.day, kept: parametersHash, shown: shownHash, keptAtMs }];
  });
  return judged('seed', pairs, foundAtMs);
}

/** What a day was joined with and began at, as the app was told when it began, and as it is shown now. */
export function compareBeacons(kept: readonly KeptEntry[], shown: readonly FeedDay[], foundAtMs: number): Compared {
  const pairs = kept.flatMap((entry) => {
    if (entry.kind !== 'beacon') return [];
    const told = readBody<ToldBeacon>(entry.body);
    const day = shown.find(
      ({ day: own, source, attempt }) => own === told.day && source === told.source && (attempt ?? 1) === (told.attempt ?? 1),
    );
    if (day?.beacon == null) return [];
    const text = ({ kind, value }: { readonly kind?: string; readonly value?: string }, opening: unknown): string =>
      `${kind} ${value} ${canonicalText((opening ?? {}) as PublicValue)}`;
    return [{ of: day.day, kept: text(told, told.opening), shown: text(day.beacon, day.opening), keptAtMs: entry.keptAtMs }];
  });
  return judged('beacon', pairs, foundAtMs);
}

type ToldBeacon = Pick<FeedDay, 'day' | 'source' | 'attempt' | 'opening'> & { readonly kind: string; readonly value: string };

interface Commitment {
  readonly day: string;
  readonly source: string;
  readonly attempt: number;
  readonly seedHash: string;
  readonly parametersHash?: string | undefined;
}

/** What an entry of the kind `seed_committed` says; undefined of any other, and of one that cannot be read. */
export function commitmentOf({ kind, body }: Pick<RecordEntry, 'kind' | 'body'>): Commitment | undefined {
  if (kind !== 'seed_committed') return undefined;
  const { day, source, attempt = 1, seedHash, parametersHash } = readBody<Commitment>(body);
  if (typeof day !== 'string' || typeof source !== 'string' || typeof seedHash !== 'string') return undefined;
  return { day, source, attempt, seedHash, parametersHash };
}

function readBody<Body>(body: string): Partial<Body> {
  try {
    return (JSON.parse(body) ?? {}) as Partial<Body>;
  } catch {
    return {};
  }
}

export const receiptName = ({ body: { product, order, request, key } }: SignedReceipt): string =>
  `${product} ${order} ${request} ${key}`;

/** What was asked of one order, as far as a proof has to show it. */
export interface RequestsOfOrder {
  readonly product: string;
  readonly order: string;
  /** The proof shows those that this tick came after; left out: the newest. */
  readonly beforeSeq?: number | undefined;
}

/** Every close that was kept must be shown, and of stops and cancels the newest, or one that is newer. */
export function compareRequests(
  kept: readonly KeptReceipt[],
  shown: readonly SignedReceipt[],
  { product, order, beforeSeq = Infinity }: RequestsOfOrder,
  foundAtMs: number,
): Compared {
  const isAbout = ({ body }: SignedReceipt): boolean =>
    body.product === product && body.order === order && body.request !== 'order' && seqOf(body) < beforeSeq;
  const own = kept.filter(({ receipt }) => isAbout(receipt));
  const names = new Set(shown.map(receiptName));
  const isNewer = (one: SignedReceipt['body'], than: SignedReceipt['body']): boolean =>
    one.request === than.request && (seqOf(one) - seqOf(than) || (one.acceptedAtMs ?? 0) - (than.acceptedAtMs ?? 0)) > 0;
  const owed = own.filter(
    ({ receipt: { body } }) => body.request === 'close' || !own.some(({ receipt }) => isNewer(receipt.body, body)),
  );
  const pairs = owed.map(({ receipt, keptAtMs }) => {
    const { body } = receipt;
    const isPassed = body.request !== 'close' && shown.some((one) => isAbout(one) && isNewer(one.body, body));
    const text = canonicalText(receipt as unknown as PublicValue);
    return { of: receiptName(receipt), kept: text, shown: names.has(receiptName(receipt)) || isPassed ? text : '', keptAtMs };
  });
  return judged('receipt', pairs, foundAtMs);
}

const seqOf = ({ headSeq = 0 }: SignedReceipt['body']): number => headSeq;

/** An order is accepted once: its number and its own name are each of one receipt. What is asked of it later is told by both. */
const namesOf = (receipt: SignedReceipt): readonly string[] => {
  const { product, order, request, key } = receipt.body;
  return request === 'order' ? [`${product} #${order}`, `${product} ${key}`] : [receiptName(receipt)];
};

export function compareReceipts(kept: readonly KeptReceipt[], shown: readonly SignedReceipt[], foundAtMs: number): Compared {
  const text = (receipt: SignedReceipt): string => canonicalText(receipt as unknown as PublicValue);
  const now = new Map(shown.flatMap((receipt) => namesOf(receipt).map((name) => [name, receipt] as const)));
  const pairs = kept.flatMap(({ receipt, keptAtMs }) => {
    const others = new Set(namesOf(receipt).flatMap((name) => now.get(name) ?? []));
    return [...others].map((other) => ({ of: receiptName(receipt), kept: text(receipt), shown: text(other), keptAtMs }));
  });
  return judged('receipt', pairs, foundAtMs);
}

/** What receipts say of the log: the newest tick of their market. */
export const headsOfReceipts = (kept: readonly KeptReceipt[]): readonly KeptHead[] =>
  kept.flatMap(({ receipt: { body }, keptAtMs }) => {
    const { symbol, headSeq: seq, headHash: hash } = body;
    return symbol === undefined || seq === undefined || hash === undefined ? [] : [{ symbol, seq, hash, keptAtMs }];
  });
