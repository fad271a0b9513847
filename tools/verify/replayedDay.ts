/** A replay whose directions are drawn: the moves, and those of a day that was revealed (docs/fairness.md). */
import { ascii, hashOf, uint } from './bytes';
import type { Day, Tick } from './shapes';
import { drawOf } from './simulatedDay';

/** After longer than this the tick before may be one that was lost. */
const judgedWithinMs = 2_000;

const digestOf = (draw: Buffer, symbol: string, atMs: number): Buffer =>
  hashOf(draw, ascii(symbol), uint(0, 1), ascii('d'), uint(atMs, 8));
const goesUp = (digest: Buffer): boolean => digest.readUInt8(0) < 128;

/** `before`: the recorded price and the played one in whole steps. The played one at a tick whose recorded price is `recorded`. */
export function playedSteps(
  draw: Buffer,
  symbol: string,
  atMs: number,
  before: { readonly recorded: number; readonly played: number },
  recorded: number,
): number {
  const digest = digestOf(draw, symbol, atMs);
  const exactly = (Math.abs(recorded - before.recorded) * before.played) / before.recorded;
  const steps = Math.floor(exactly + digest.readUInt32BE(1) / 2 ** 32);
  if (steps >= before.played) return before.played;
  return goesUp(digest) ? before.played + steps : before.played - steps;
}

export interface JudgedMoves {
  readonly moves: number;
  readonly differing: number;
  readonly first: string | undefined;
}

/** undefined: the day's directions are not drawn. 'pending': what they are drawn from is not shown yet. */
export function judgedMoves(day: Day, symbol: string, ticks: readonly Tick[]): JudgedMoves | 'pending' | undefined {
  const own = day.parameters?.[symbol];
  if (day.source !== 'replay' || own === undefined || !('drawsDirection' in own)) return undefined;
  const draw = drawOf(day);
  if (draw === undefined) return 'pending';
  const judged = ticks.flatMap((tick, index) => {
    const before = ticks[index - 1];
    if (before === undefined || tick.isFilled === true || tick.price === before.price) return [];
    if (tick.atMs - before.atMs > judgedWithinMs) return [];
    const [drawn, went] = [goesUp(digestOf(draw, symbol, tick.atMs)), Number(tick.price) > Number(before.price)];
    return [{ atMs: tick.atMs, drawn, went }];
  });
  const wrong = judged.filter(({ drawn, went }) => drawn !== went);
  const told = wrong.map(({ atMs, drawn }) => `${atMs}: drawn ${drawn ? 'up' : 'down'}, went ${drawn ? 'down' : 'up'}`);
  return { moves: judged.length, differing: wrong.length, first: told[0] };
}
