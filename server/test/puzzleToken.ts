/** The token of a solved puzzle, without the puzzle. */
import type { PuzzlePurpose } from '@tessera/shared/contract';
import { ipPrefix } from '../src/identity/ipPrefix';
import { createRandom, sha256Hex } from '../src/platform/random';
import type { Db } from '../src/store/database';

const random = createRandom();

export async function puzzleToken(
  db: Db,
  { purpose, ip, nowMs }: { readonly purpose: PuzzlePurpose; readonly ip: string; readonly nowMs: number },
): Promise<string> {
  const token = random.token(192);
  await db
    .insertInto('puzzle')
    .values({
      id: random.token(128),
      purpose,
      x: 100,
      ipPrefix: ipPrefix(ip),
      expiresAtMs: nowMs + 1,
      triedAtMs: nowMs,
      tokenHash: sha256Hex(token),
      tokenExpiresAtMs: nowMs + 300_000,
    })
    .execute();
  return token;
}
