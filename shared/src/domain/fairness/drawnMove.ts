/**
 * The direction of a replayed move. A recording has habits: what rose in one minute comes back a little in the next, and within the
 * minute; and whoever has its file knows what follows. So a replay takes from its recording how far the price moves and when, and not
 * where to: each move goes up or down by the day's draw (daySeed), which nobody knows before.
 *
 *   digest of a move = SHA-256( draw ‖ symbol, ASCII ‖ 0x00 ‖ "d" ‖ the tick's time, ms, 8 bytes )
 *
 * Its first byte says where: below 128 up, else down. The next four, as a share of one, decide what happens to the part of a move that is no
 * whole step: it counts as a step as often as it is long. Up and down are equally likely and equally far, whatever was seen before and whatever the
 * size: the expected next price is the price.
 */
import { asciiBytes, concatBytes, uint64Bytes } from './bytes';

/** One instant of a replay: the price of its recording, in any unit, and the price that was played, in whole steps. */
export interface ReplayedLevel {
  readonly recorded: number;
  readonly played: number;
}

export const drawnMoveBytes = (draw: Uint8Array, symbol: string, atMs: number): Uint8Array =>
  concatBytes(draw, asciiBytes(symbol), Uint8Array.of(0), asciiBytes('d'), uint64Bytes(atMs));

/**
 * The level at a tick whose recorded price is `recorded`. A move is as large a share of the played price as it was of the recorded one.
 * One that would be the whole price is left out.
 */
export function drawnMove(digest: Uint8Array, before: ReplayedLevel, recorded: number): ReplayedLevel {
  const [direction = 0, ...share] = digest;
  const chance = share.slice(0, 4).reduce((sum, byte) => sum * 256 + byte, 0) / 4_294_967_296;
  const steps = Math.floor((Math.abs(recorded - before.recorded) * before.played) / before.recorded + chance);
  if (steps >= before.played) return { recorded, played: before.played };
  return { recorded, played: before.played + (direction < 128 ? steps : -steps) };
}
