/** The bytes of ticks, roots and entries of the public record, as docs/fairness.md gives them. */
import { ascii, sha256, shortText, uint, unhex } from './bytes';
import type { Entry, Head, Root, Tick } from './shapes';

const kinds = ['live', 'history', 'late'];

export function tickHash(previousHash: string, { symbol, seq, atMs, price, format2 }: Omit<Tick, 'hash'>): string {
  if (format2 === undefined)
    return sha256(unhex(previousHash), ascii(symbol), uint(0, 1), uint(seq, 8), uint(atMs, 8), ascii(price));
  const { sourceAtMs, receivedAtMs, bid, ask, volume, kind } = format2;
  const numbers = [seq, atMs, sourceAtMs, receivedAtMs].map((value) => uint(value, 8));
  const texts = [price, bid, ask, volume ?? ''].map(shortText);
  return sha256(uint(2, 1), unhex(previousHash), shortText(symbol), ...numbers, ...texts, uint(kinds.indexOf(kind), 1));
}

export function rootHash({ previousRoot, minuteMs, heads, logs }: Omit<Root, 'root'>): string {
  const headBytes = ({ seq, hash }: Head): Buffer => Buffer.concat([uint(seq, 8), unhex(hash)]);
  const symbols = Object.entries(heads).sort(([a], [b]) => (a < b ? -1 : 1));
  const begin = [unhex(previousRoot), uint(minuteMs, 8)];
  if (logs === undefined)
    return sha256(...begin, ...symbols.flatMap(([symbol, head]) => [ascii(symbol), uint(0, 1), headBytes(head)]));
  const named = symbols.flatMap(([symbol, head]) => [shortText(symbol), headBytes(head)]);
  return sha256(uint(2, 1), ...begin, uint(symbols.length, 4), ...named, headBytes(logs.record), headBytes(logs.audit));
}

export const entryHash = (previousHash: string, { seq, atMs, kind, body }: Omit<Entry, 'hash' | 'previousHash'>): string =>
  sha256(uint(1, 1), unhex(previousHash), uint(seq, 8), uint(atMs, 8), shortText(kind), uint(body.length, 4), ascii(body));

/**
 * Of ticks that follow one another the first that does not, or whose hash is another; undefined when all do. Since the record's first key
 * (`sinceMs`) there is no tick of format 1.
 */
export function brokenTick(ticks: readonly Tick[], previousHash = ticks[0]?.previousHash, sinceMs = Infinity): Tick | undefined {
  return ticks.find((tick, index) => {
    const before = ticks[index - 1];
    const isFollowing =
      before === undefined || (tick.seq === before.seq + 1 && tick.symbol === before.symbol && tick.atMs > before.atMs);
    const isBack = tick.format2 === undefined && (before?.format2 !== undefined || tick.atMs > sinceMs);
    const isFlagHashed = tick.format2 === undefined || (tick.isFilled ?? false) === (tick.format2.kind !== 'live');
    const expected = before?.hash ?? previousHash ?? '';
    return !isFollowing || isBack || !isFlagHashed || tick.previousHash !== expected || tickHash(expected, tick) !== tick.hash;
  });
}

/** The first root that does not follow from its heads and from the one before it, if that is its minute's. */
export const brokenRoot = (roots: readonly Root[]): Root | undefined =>
  roots.find((root, index) => {
    const before = roots[index - 1];
    const isBetweenMinutes = root.minuteMs % 60_000 !== 0;
    return isBetweenMinutes || (before !== undefined && root.previousRoot !== before.root) || rootHash(root) !== root.root;
  });

/** The first entry that does not follow; `previousHash` is that of the entry before the first. */
export const brokenEntry = (entries: readonly Entry[], previousHash: string): Entry | undefined =>
  entries.find((entry, index) => {
    const before = entries[index - 1];
    const isFollowing = before === undefined || (entry.seq === before.seq + 1 && entry.atMs >= before.atMs);
    return !isFollowing || entryHash(before?.hash ?? previousHash, entry) !== entry.hash;
  });
