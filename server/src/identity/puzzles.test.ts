import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { homeIp, openIdentity } from '../../test/openIdentity';
import { handTrack } from '../../test/handTrack';
import { matchTemplate } from '../../test/matchTemplate';
import { useTestDatabase } from '../../test/testDatabase';
import { createRandom } from '../platform/random';
import { drawPuzzle } from './drawPuzzle';
import { isHandMade, parseTrack } from './handTrack';
import { ipPrefix } from './ipPrefix';
import { isWorkDone } from './puzzleWork';
import type { EndpointResponse } from '@tessera/shared/contract';
import type { OpenIdentity } from '../../test/openIdentity';

const database = useTestDatabase();
let house: OpenIdentity;
beforeAll(async () => {
  house = await openIdentity(database);
});
afterAll(() => house.close());
// Failures of the test before are forgotten.
beforeEach(() => house.clock.advance(1_800_001));

type Puzzle = EndpointResponse<'puzzleNew'>;
const draw = async (purpose = 'login', ip = homeIp) => (await house.call('puzzleNew', { purpose }, { ip })).message as Puzzle;
const attempt = (puzzle: Puzzle, x: number, more: Record<string, unknown> = {}, ip = homeIp) =>
  house.call('puzzleVerify', { puzzleId: puzzle.puzzleId, x: String(x), method: 'drag', track: handTrack(x), ...more }, { ip });
const truthOf = async ({ puzzleId }: Puzzle) =>
  (await database.db.selectFrom('puzzle').select('x').where('id', '=', puzzleId).executeTakeFirstOrThrow()).x;
const failed = { type: 'error', message: 'AUTH_PUZZLE_FAILED' };

describe('the slide puzzle', () => {
  it('a hand moves the piece into the gap, and the token opens one call', async () => {
    for (let n = 0; n < 5; n += 1) {
      const puzzle = await draw();
      const { type, message } = await attempt(puzzle, await truthOf(puzzle));
      expect(type).toBe('ok');
      const { puzzleToken } = message as { puzzleToken: string };
      const request = { account: 'nobody@example.com', password: 'some tiles', puzzleToken };
      const first = await house.call('login', request, { ip: homeIp });
      expect(first.message).toBe('AUTH_WRONG_CREDENTIALS');
      expect((await house.call('login', request)).message).toBe('AUTH_PUZZLE_REQUIRED');
      house.clock.advance(3_600_001);
    }
  });

  it('the answer to a new puzzle holds two pictures and no place', async () => {
    const puzzle = await draw();
    expect(Object.keys(puzzle).sort()).toEqual([
      'background',
      'expiresAtMs',
      'height',
      'piece',
      'pieceSize',
      'pieceY',
      'puzzleId',
      'width',
    ]);
    const row = await database.db.selectFrom('puzzle').select('x').where('id', '=', puzzle.puzzleId).executeTakeFirstOrThrow();
    for (const figure of [puzzle.expiresAtMs % 1000, puzzle.pieceY, puzzle.width, puzzle.height, puzzle.pieceSize])
      expect(figure).not.toBe(row.x);
  });

  it('within six pixels is right, seven is wrong', async () => {
    for (const [off, isRight] of [
      [-6, true],
      [6, true],
      [-7, false],
      [7, false],
    ] as const) {
      const puzzle = await draw();
      const x = (await truthOf(puzzle)) + off;
      expect([off, (await attempt(puzzle, x)).type]).toEqual([off, isRight ? 'ok' : 'error']);
    }
  });

  it('a puzzle is tried once: after a wrong try the right place does not help, and of many tries at once one counts', async () => {
    const puzzle = await draw();
    const x = await truthOf(puzzle);
    expect(await attempt(puzzle, x + 40)).toEqual(failed);
    expect(await attempt(puzzle, x)).toEqual(failed);
    const other = await draw();
    const place = await truthOf(other);
    const tries = await Promise.all(Array.from({ length: 10 }, () => attempt(other, place)));
    expect(tries.filter(({ type }) => type === 'ok')).toHaveLength(1);
  });

  it('it ends after two minutes, its token after five', async () => {
    const late = await draw();
    const x = await truthOf(late);
    house.clock.advance(120_000);
    expect(await attempt(late, x)).toEqual(failed);
    const puzzle = await draw();
    const { puzzleToken } = (await attempt(puzzle, await truthOf(puzzle))).message as { puzzleToken: string };
    house.clock.advance(300_000);
    expect((await house.call('login', { account: 'a@example.com', password: 'some tiles', puzzleToken })).message).toBe(
      'AUTH_PUZZLE_REQUIRED',
    );
  });

  it('puzzle and token belong to a purpose and a neighbourhood of addresses', async () => {
    const puzzle = await draw('login');
    const x = await truthOf(puzzle);
    expect(await attempt(puzzle, x, {}, '203.0.113.5')).toEqual(failed);
    const { puzzleToken } = (await attempt(puzzle, x, {}, '192.0.2.200')).message as { puzzleToken: string };
    expect((await house.register('purpose@example.com', { puzzleToken }, homeIp)).message).toBe('AUTH_PUZZLE_REQUIRED');
    const request = { account: 'a@example.com', password: 'some tiles', puzzleToken };
    expect((await house.call('login', request, { ip: '203.0.113.5' })).message).toBe('AUTH_PUZZLE_REQUIRED');
    expect((await house.call('login', request)).message).toBe('AUTH_WRONG_CREDENTIALS');
  });

  it('a script that jumps, runs straight or brings no track is refused even at the right place; keys and buttons need none', async () => {
    const straight = (x: number) => Array.from({ length: 20 }, (_, n) => `${n * 20}:${Math.round((x * n) / 19)}`).join(',');
    const tracks: ((x: number) => string)[] = [
      () => '',
      (x) => `0:0,900:${x}`,
      straight,
      () => 'x',
      (x) => handTrack(x).split(',').reverse().join(','),
      (x) => handTrack(x - 50),
    ];
    for (const track of tracks) {
      const puzzle = await draw();
      const x = await truthOf(puzzle);
      expect(await attempt(puzzle, x, { track: track(x) })).toEqual(failed);
    }
    house.clock.advance(1_800_001);
    for (const method of ['keys', 'buttons']) {
      const puzzle = await draw();
      expect((await attempt(puzzle, await truthOf(puzzle), { method, track: '' })).type).toBe('ok');
    }
  });
});

describe('the picture', () => {
  it('holds no copy of the piece: a search for its colours finds the gap by chance only', async () => {
    let found = 0;
    for (let n = 0; n < 24; n += 1) {
      const { background, piece, x, y } = await drawPuzzle(createRandom());
      if (Math.abs((await matchTemplate({ background, piece, pieceY: y })) - x) <= 6) found += 1;
    }
    expect(found).toBeLessThanOrEqual(6);
  });
});

describe('failures', () => {
  const ip = '203.0.113.77';
  const failOnce = async () => {
    const puzzle = await draw('login', ip);
    return attempt(puzzle, (await truthOf(puzzle)) + 40, {}, ip);
  };
  const workFor = (puzzleId: string, bits: number) => {
    let work = 0;
    while (!isWorkDone(puzzleId, String(work), bits)) work += 1;
    return String(work);
  };

  it('make the next try cost computing time, then waiting time; a right one costs nothing more', async () => {
    expect((await draw('login', ip)).workBits).toBeUndefined();
    for (let n = 0; n < 5; n += 1) expect(await failOnce()).toEqual(failed);
    const puzzle = await draw('login', ip);
    expect(puzzle.workBits).toBe(12);
    expect(await attempt(puzzle, await truthOf(puzzle), {}, ip)).toEqual(failed);
    const next = await draw('login', ip);
    const work = workFor(next.puzzleId, next.workBits ?? 0);
    expect((await attempt(next, await truthOf(next), { work }, ip)).type).toBe('ok');
    expect((await draw('login', ip)).workBits).toBe(13);
    for (let n = 0; n < 14; n += 1) expect(await failOnce()).toEqual(failed);
    expect((await failOnce()).message).toBe('AUTH_TOO_MANY_TRIES');
    expect((await draw('login', '203.0.113.78')).workBits).toBeUndefined();
    house.clock.advance(1_800_001);
    expect((await draw('login', ip)).workBits).toBeUndefined();
  });
});

describe('a track', () => {
  it('is read strictly', () => {
    expect(parseTrack('0:0,16:3.5,33:-1')).toEqual([
      { ms: 0, x: 0 },
      { ms: 16, x: 3.5 },
      { ms: 33, x: -1 },
    ]);
    for (const text of ['', '0', '0:0;1:1', '0:0,', '1e3:0', '0:NaN', '-1:0', '0: 1'])
      expect([text, parseTrack(text)]).toEqual([text, undefined]);
  });

  it('of a hand is accepted, of a second or a minute', () => {
    for (const stretch of [1, 5, 60]) {
      const track = (parseTrack(handTrack(180)) ?? []).map(({ ms, x }) => ({ ms: ms * stretch, x }));
      expect([stretch, isHandMade(track, 180)]).toEqual([stretch, true]);
    }
  });
});

it('the neighbourhood of an address is its /24 or /56', () => {
  expect(ipPrefix('192.0.2.77')).toBe('192.0.2');
  expect(ipPrefix('::ffff:192.0.2.77')).toBe('192.0.2');
  expect(ipPrefix('2001:db8:1:2ff::1')).toBe(ipPrefix('2001:db8:1:2aa:5:6:7:8'));
  expect(ipPrefix('2001:db8:1:2ff::1')).not.toBe(ipPrefix('2001:db8:1:3ff::1'));
  expect(ipPrefix('::1')).toBe('0000:0000:0000:00');
});
