/**
 * The tick chain. Every tick of a symbol carries a hash that covers the tick before it, and every minute all symbols'
 * last hashes are folded into one chained root. Whoever knows a root can check that no tick before it was changed,
 * added or left out. The byte forms below are the published ones; the server writes them and the browser verifies them.
 *
 *   tick hash   = SHA-256( previous hash, 32 bytes ‖ symbol, ASCII ‖ 0x00 ‖ seq, 8 bytes ‖ atMs, 8 bytes ‖ price text, ASCII )
 *   minute root = SHA-256( previous root, 32 bytes ‖ minuteMs, 8 bytes ‖ per symbol, ascending: symbol ‖ 0x00 ‖ seq ‖ hash )
 *
 * Integers are big-endian. The price text is the wire's form: no exponent, no trailing zeros. The hash before the first
 * tick, and the root before the first minute, are 32 zero bytes.
 */
import { asciiBytes, concatBytes, fromHex, toHex, uint64Bytes } from './bytes';
import type { Sha256 } from './sha256';

export interface ChainedTick {
  readonly symbol: string;
  readonly seq: number;
  readonly atMs: number;
  /** Plain decimal text without trailing zeros. */
  readonly price: string;
  /** 64 hexadecimal digits. */
  readonly hash: string;
}

export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

/** By symbol. */
export type ChainHeads = Readonly<Record<string, ChainHead>>;

export const genesisHash = '0'.repeat(64);
const separator = Uint8Array.of(0);

export function tickHash(previousHash: string, tick: Omit<ChainedTick, 'hash'>, sha256: Sha256): string {
  return toHex(tickHashBytes(fromHex(previousHash), tick, sha256));
}

/** As tickHash, on bytes: the writer hashes long runs and keeps the text form out of the loop. */
export function tickHashBytes(previousHash: Uint8Array, tick: Omit<ChainedTick, 'hash'>, sha256: Sha256): Uint8Array {
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

/** `minuteMs` is the minute's end: every head's tick is older than it. */
export function minuteRoot(previousRoot: string, minuteMs: number, heads: ChainHeads, sha256: Sha256): string {
  const parts = Object.entries(heads)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([symbol, head]) => [asciiBytes(symbol), separator, uint64Bytes(head.seq), fromHex(head.hash)]);
  return toHex(sha256(concatBytes(fromHex(previousRoot), uint64Bytes(minuteMs), ...parts)));
}

export type ChainBreak = { readonly kind: 'seq' | 'time' | 'hash'; readonly symbol: string; readonly seq: number };

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
    if (tickHash(previous?.hash ?? previousHash, tick, sha256) !== tick.hash) return { kind: 'hash', ...at };
    previous = tick;
  }
  return undefined;
}
