/**
 * The slide puzzle that stands before calls a script would like to repeat. The place of the gap stays here; a puzzle is
 * tried once, within two minutes; failures make the next try cost computing time, and time; a right try gives a token that opens one call of one purpose from the same neighbourhood.
 */
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '@tessera/shared/errors';
import { visitorOf } from '../platform/addressPrefixes';
import { sha256Hex } from '../platform/random';
import { isHandMade, parseTrack } from './handTrack';
import { ipPrefix } from './ipPrefix';
import { isWorkDone, workBitsAfter } from './puzzleWork';
import { countOf, countsFrom, throttleRules } from './throttle';
import type { EndpointRequest, EndpointResponse, PuzzlePurpose } from '@tessera/shared/contract';
import type { Random } from '../platform/random';
import type { Db } from '../store/database';
import type { Throttle } from './throttle';

const puzzleLifeMs = 120_000;
const tokenLifeMs = 300_000;
const tolerancePx = 6;
/** Keys and buttons bring no track to judge, so there are fewer tries in ten minutes. */
const triesWithoutTrack = { points: 60, duration: 600 };

export interface Puzzles {
  make(purpose: PuzzlePurpose, ip: string, nowMs: number): Promise<EndpointResponse<'puzzleNew'>>;
  verify(attempt: EndpointRequest<'puzzleVerify'>, ip: string, nowMs: number): Promise<EndpointResponse<'puzzleVerify'>>;
  /** Uses the token up, or throws AUTH_PUZZLE_REQUIRED. */
  consume(token: string | undefined, purposes: readonly PuzzlePurpose[], ip: string, nowMs: number): Promise<void>;
  /** The call that used the token needs more of the person, who need not solve another puzzle for that. */
  giveBack(token: string): Promise<void>;
}

export interface PuzzleDeps {
  readonly db: Db;
  readonly random: Random;
  readonly rateLimitFactor: number;
  readonly throttle: Throttle;
}

export function createPuzzles({ db, random, rateLimitFactor, throttle }: PuzzleDeps): Puzzles {
  const withoutTrack = new RateLimiterMemory({
    ...triesWithoutTrack,
    points: Math.max(1, Math.round(triesWithoutTrack.points * rateLimitFactor)),
  });
  return {
    async make(purpose, ip, nowMs) {
      const workBits = workBitsAfter(await throttle.count(countOf(throttleRules.puzzleByIp, visitorOf(ip))));
      // What draws is a library of its own: most processes of an exchange never need it.
      const { drawPuzzle, puzzleSize } = await import('./drawPuzzle');
      const { background, piece, x, y } = await drawPuzzle(random);
      const id = random.token(128);
      const expiresAtMs = nowMs + puzzleLifeMs;
      await db
        .insertInto('puzzle')
        .values({ id, purpose, x, ipPrefix: ipPrefix(ip), expiresAtMs, workBits })
        .execute();
      return {
        puzzleId: id,
        background,
        piece,
        width: puzzleSize.width,
        height: puzzleSize.height,
        pieceSize: puzzleSize.piece,
        pieceY: y,
        ...(workBits === 0 ? {} : { workBits }),
        expiresAtMs,
      };
    },

    async verify({ puzzleId, x, method, track, work }, ip, nowMs) {
      const attempt = await throttle.attempt(...countsFrom(throttleRules.puzzleByIp, ip));
      if (method !== 'drag') {
        await withoutTrack.consume(visitorOf(ip)).catch(() => {
          throw new AppError('TOO_MANY_REQUESTS', { params: { seconds: String(triesWithoutTrack.duration) } });
        });
      }
      // Marking it tried and reading the answer are one statement: two tries at once cannot both see it.
      const tried = await db
        .updateTable('puzzle')
        .set({ triedAtMs: nowMs })
        .where('id', '=', puzzleId)
        .where('triedAtMs', 'is', null)
        .where('expiresAtMs', '>', nowMs)
        .where('ipPrefix', '=', ipPrefix(ip))
        .returning(['x', 'workBits'])
        .executeTakeFirst();
      if (tried === undefined || Math.abs(tried.x - x) > tolerancePx || !isWorkDone(puzzleId, work, tried.workBits))
        throw new AppError('AUTH_PUZZLE_FAILED');
      if (method === 'drag') {
        const points = parseTrack(track);
        if (points === undefined || !isHandMade(points, x)) throw new AppError('AUTH_PUZZLE_FAILED');
      }
      await attempt.succeeded();
      const puzzleToken = random.token(192);
      await db
        .updateTable('puzzle')
        .set({ tokenHash: sha256Hex(puzzleToken), tokenExpiresAtMs: nowMs + tokenLifeMs })
        .where('id', '=', puzzleId)
        .execute();
      return { puzzleToken };
    },

    async consume(token, purposes, ip, nowMs) {
      if (token === undefined || token === '') throw new AppError('AUTH_PUZZLE_REQUIRED');
      const used = await db
        .updateTable('puzzle')
        .set({ tokenUsedAtMs: nowMs })
        .where('tokenHash', '=', sha256Hex(token))
        .where('purpose', 'in', [...purposes])
        .where('ipPrefix', '=', ipPrefix(ip))
        .where('tokenUsedAtMs', 'is', null)
        .where('tokenExpiresAtMs', '>', nowMs)
        .returning('id')
        .executeTakeFirst();
      if (used === undefined) throw new AppError('AUTH_PUZZLE_REQUIRED');
    },

    async giveBack(token) {
      await db.updateTable('puzzle').set({ tokenUsedAtMs: null }).where('tokenHash', '=', sha256Hex(token)).execute();
    },
  };
}
