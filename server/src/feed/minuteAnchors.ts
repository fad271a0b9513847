/**
 * Each minute the last hashes of all symbols are folded into one root, chained to the root before (shared/fairness). A
 * root that somebody has copied pins every tick before it: nothing older can be changed without changing that root.
 */
import { genesisHash, minuteRoot, type ChainHeads } from '@tessera/shared/fairness';
import type { TickAnchor } from '@tessera/shared/contract';
import { sql } from 'kysely';
import type { Db } from '../store/database';
import { nativeSha256 } from './nativeSha256';

export const minuteMs = 60_000;

/** Anchors the minute that ends at `endMs`. Answers undefined when it is anchored already or there is no tick yet. */
export async function anchorMinute(db: Db, endMs: number, epoch: number): Promise<TickAnchor | undefined> {
  return db.transaction().execute(async (tx) => {
    // Holding the lease's row makes a new leader wait, and an old one see that it is over.
    const { rows: leading } = await sql`select from lease where name = 'feed' and epoch = ${epoch}::bigint for share`.execute(tx);
    if (leading.length === 0) return undefined;
    const last = await tx
      .selectFrom('tickAnchor')
      .select(['minuteMs', 'root'])
      .orderBy('minuteMs', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (last !== undefined && last.minuteMs >= endMs) return undefined;
    const { rows } = await sql<{ symbolId: string; seq: number; hash: string }>`
      select head.symbol_id, t.seq, encode(t.hash, 'hex') as hash
      from tick_head head cross join lateral (
        select seq, hash from tick where symbol_id = head.symbol_id and at_ms < ${endMs}::bigint order by at_ms desc limit 1
      ) t order by head.symbol_id`.execute(tx);
    if (rows.length === 0) return undefined;
    const heads: ChainHeads = Object.fromEntries(rows.map(({ symbolId, seq, hash }) => [symbolId, { seq, hash }]));
    const previousRoot = last?.root ?? genesisHash;
    const root = minuteRoot(previousRoot, endMs, heads, nativeSha256);
    await tx
      .insertInto('tickAnchor')
      .values({ minuteMs: endMs, root, previousRoot, heads: JSON.stringify(heads) })
      .execute();
    return { minuteMs: endMs, root, previousRoot, heads };
  });
}

export async function readAnchors(db: Db, fromMs: number, toMs: number, limit: number): Promise<TickAnchor[]> {
  return db
    .selectFrom('tickAnchor')
    .selectAll()
    .where('minuteMs', '>=', fromMs)
    .where('minuteMs', '<=', toMs)
    .orderBy('minuteMs')
    .limit(limit)
    .execute();
}
