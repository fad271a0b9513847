/** The part of every proof that outsiders signed: statements over a root at or after the proof's own, and the roots up to it. */
import type { SecondsProof, TickAnchor } from '@tessera/shared/contract';
import { minuteMs, readAnchors } from '../feed/minuteAnchors';
import type { Db } from '../store/database';
import { readPublishedWitnesses } from './publishWitnesses';

/** A witness is shown a root every five minutes; a proof goes on to what it signed within this. */
const withinMs = 60 * minuteMs;

/** undefined where the exchange asks nobody; without statements as long as none has signed. */
export async function readProofWitnesses(db: Db, anchors: readonly TickAnchor[]): Promise<SecondsProof['witnessed']> {
  const last = anchors.at(-1);
  const found =
    last === undefined
      ? []
      : await db
          .selectFrom('witnessedRoot')
          .selectAll()
          .distinctOn('witness')
          .where('minuteMs', '>=', last.minuteMs)
          .where('minuteMs', '<=', last.minuteMs + withinMs)
          .orderBy('witness')
          .orderBy('minuteMs')
          .execute();
  if (last === undefined || found.length === 0) {
    const published = await readPublishedWitnesses(db);
    return published === undefined || published.length === 0 ? undefined : { statements: [], roots: [] };
  }
  const lastMs = Math.max(...found.map((one) => one.minuteMs));
  return {
    statements: found,
    roots: lastMs === last.minuteMs ? [] : await readAnchors(db, last.minuteMs + 1, lastMs, withinMs / minuteMs),
  };
}
