/**
 * The tick chain. Every tick of a symbol carries a hash that covers the tick before it, and every minute all symbols'
 * last hashes are folded into one chained root. Anyone who knows a root can check that no tick before it was changed,
 * added or left out. The byte forms below are the published ones; the server writes them and the browser verifies them.
 *
 * Format 2, everything that decides:
 *
 *   tick hash   = SHA-256( 0x02 ‖ previous hash, 32 bytes ‖ text(symbol) ‖ seq, 8 bytes ‖ atMs, 8 bytes ‖ sourceAtMs, 8 bytes ‖
 *                 receivedAtMs, 8 bytes ‖ text(price) ‖ text(bid) ‖ text(ask) ‖ text(volume, empty where there is none) ‖ kind, 1 byte )
 *   minute root = SHA-256( 0x02 ‖ previous root, 32 bytes ‖ minuteMs, 8 bytes ‖ number of symbols, 4 bytes ‖
 *                 per symbol, ascending: text(symbol) ‖ seq, 8 bytes ‖ hash, 32 bytes ‖
 *                 of the public record's newest entry: seq, 8 bytes ‖ hash, 32 bytes ‖ of the operators' audit: the same )
 *
 * text(x) is the length in one byte, then ASCII. The kind is 0 for live, 1 for history, 2 for late.
 *
 * Format 1, of logs written before:
 *
 *   tick hash   = SHA-256( previous hash, 32 bytes ‖ symbol, ASCII ‖ 0x00 ‖ seq, 8 bytes ‖ atMs, 8 bytes ‖ price text, ASCII )
 *   minute root = SHA-256( previous root, 32 bytes ‖ minuteMs, 8 bytes ‖ per symbol, ascending: symbol ‖ 0x00 ‖ seq ‖ hash )
 *
 * Integers are big-endian. Figures are in the wire's form: no exponent, no trailing zeros. The hash before the first
 * tick, and the root before the first minute, are 32 zero bytes. A chain goes on in format 2 where format 1 ended, never back.
 */
import { asciiBytes, ByteWriter, concatBytes, fromHex, shortText, toHex, uint32Bytes, uint64Bytes } from './bytes';
import type { Sha256 } from './sha256';

/**
 * Why a tick is in the log. `live`: as it came, it can decide. `history`: written afterwards for a time without a feed. `late`: it
 * came when its instant had been decided by the clock. Only live ticks decide.
 */
export const tickKinds = ['live', 'history', 'late'] as const;
export type TickKind = (typeof tickKinds)[number];

interface TickOfAnyFormat {
  readonly symbol: string;
  readonly seq: number;
  /** The instant that decides. */
  readonly atMs: number;
  /** Plain decimal text without trailing zeros. */
  readonly price: string;
}

export interface TickToHash extends TickOfAnyFormat {
  /** The instant by the source's clock. */
  readonly sourceAtMs: number;
  /** When it reached the exchange. */
  readonly receivedAtMs: number;
  readonly bid: string;
  readonly ask: string;
  readonly volume: string | null;
  readonly kind: TickKind;
}

/** A tick as it is shown: the fields of format 2 are there, or none of them. */
export interface ChainedTick extends TickOfAnyFormat {
  /** 64 hexadecimal digits. */
  readonly hash: string;
  readonly format2?: Omit<TickToHash, keyof TickOfAnyFormat> | undefined;
}

export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

/** By symbol. */
export type ChainHeads = Readonly<Record<string, ChainHead>>;

export const genesisHash = '0'.repeat(64);
const separator = Uint8Array.of(0);
const format2 = Uint8Array.of(2);
/** Format, previous hash, four integers, five lengths, kind. */
const lengthWithoutTexts = 1 + 32 + 4 * 8 + 5 + 1;
const kindBytes: Readonly<Record<TickKind, Uint8Array>> = {
  live: Uint8Array.of(0),
  history: Uint8Array.of(1),
  late: Uint8Array.of(2),
};

export function tickHash(previousHash: string, tick: Omit<ChainedTick, 'hash'>, sha256: Sha256): string {
  const previous = fromHex(previousHash);
  return toHex(
    tick.format2 === undefined
      ? tickHashOfFormat1(previous, tick, sha256)
      : tickHashBytes(previous, { ...tick, ...tick.format2 }, sha256),
  );
}

/** The newest format, on bytes: the writer hashes long runs and keeps the text form out of the loop. */
export function tickHashBytes(previousHash: Uint8Array, tick: TickToHash, sha256: Sha256): Uint8Array {
  const { symbol, price, bid, ask } = tick;
  const volume = tick.volume ?? '';
  const texts = symbol.length + price.length + bid.length + ask.length + volume.length;
  return sha256(
    new ByteWriter(lengthWithoutTexts + texts)
      .raw(format2)
      .raw(previousHash)
      .shortText(symbol)
      .uint64(tick.seq)
      .uint64(tick.atMs)
      .uint64(tick.sourceAtMs)
      .uint64(tick.receivedAtMs)
      .shortText(price)
      .shortText(bid)
      .shortText(ask)
      .shortText(volume)
      .raw(kindBytes[tick.kind])
      .written(),
  );
}

export function tickHashOfFormat1(previousHash: Uint8Array, tick: TickOfAnyFormat, sha256: Sha256): Uint8Array {
  return sha256(
    concatBytes(
      previousHash,
      asciiBytes(tick.symbol),
      separator,
      uint64Bytes(tick.seq),
      uint64Bytes(tick.atMs),
      asciiBytes(tick.price),
    ),
  );
}

/** What a root of format 2 covers besides ticks. */
export interface LogHeads {
  /** The newest entry of the public record, and of the operators' audit; seq 0 and 64 zeros before the first. */
  readonly record: ChainHead;
  readonly audit: ChainHead;
}

/** `minuteMs` is the minute's end: every head's tick is older than it. Without `logs`: format 1. */
export function minuteRoot(
  previousRoot: string,
  minuteMs: number,
  heads: ChainHeads,
  sha256: Sha256,
  logs?: LogHeads | undefined,
): string {
  const symbols = Object.entries(heads).sort(([a], [b]) => (a < b ? -1 : 1));
  const bytesOf = ({ seq, hash }: ChainHead): Uint8Array => concatBytes(uint64Bytes(seq), fromHex(hash));
  const [previous, minute] = [fromHex(previousRoot), uint64Bytes(minuteMs)];
  const bytes =
    logs === undefined
      ? concatBytes(previous, minute, ...symbols.flatMap(([symbol, head]) => [asciiBytes(symbol), separator, bytesOf(head)]))
      : concatBytes(
          format2,
          previous,
          minute,
          uint32Bytes(symbols.length),
          ...symbols.flatMap(([symbol, head]) => [shortText(symbol), bytesOf(head)]),
          bytesOf(logs.record),
          bytesOf(logs.audit),
        );
  return toHex(sha256(bytes));
}

export type ChainBreak = { readonly kind: 'seq' | 'time' | 'format' | 'hash'; readonly symbol: string; readonly seq: number };

/**
 * Checks consecutive ticks of one symbol against the hash before the first of them. Returns the first break, or
 * undefined when every tick follows from the one before.
 */
export function findChainBreak(previousHash: string, ticks: readonly ChainedTick[], sha256: Sha256): ChainBreak | undefined {
  let previous: ChainedTick | undefined;
  for (const tick of ticks) {
    const at = { symbol: tick.symbol, seq: tick.seq };
    if (previous !== undefined && (tick.seq !== previous.seq + 1 || tick.symbol !== previous.symbol))
      return { kind: 'seq', ...at };
    if (previous !== undefined && tick.atMs <= previous.atMs) return { kind: 'time', ...at };
    if (previous?.format2 !== undefined && tick.format2 === undefined) return { kind: 'format', ...at };
    if (tickHash(previous?.hash ?? previousHash, tick, sha256) !== tick.hash) return { kind: 'hash', ...at };
    previous = tick;
  }
  return undefined;
}
