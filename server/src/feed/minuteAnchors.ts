/**
 * Each minute the last hashes of all symbols, of the public record and of the operators' audit are folded into one root, chained
 * to the root before (shared/fairness) and signed. A root that somebody has copied pins everything before it: nothing older can
 * be changed without changing that root.
 */
import { genesisHash, minuteRoot, type ChainHead, type ChainHeads } from '@tessera/shared/fairness';
import type { TickAnchor } from '@tessera/shared/contract';
import { sql, type Selectable } from 'kysely';
import type { TickAnchorTable } from '../market/tables';
import type { SigningKey } from '../record/SigningKey';
import type { Db, Tx } from '../store/database';
import { nativeSha256 } from './nativeSha256';

export const minuteMs = 60_000;

/**
 * Anchors the minute that ends at `endMs`. Answers undefined when it is anchored already, there is no tick yet, or the key was published
 * later: a key signs from its publication on, and a device would call the root forged.
 */
export async function anchorMinute(
  db: Db,
  endMs: number,
  epoch: number,
  key: Pick<SigningKey, 'id' | 'sign'>,
): Promise<TickAnchor | undefined> {
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
    const { rows: younger } = await sql`
      select from public_record where kind = 'key' and body::json ->> 'keyId' = ${key.id} and at_ms > ${endMs}::bigint`.execute(
      tx,
    );
    if (younger.length > 0) return undefined;
    const { rows } = await sql<{ symbolId: string; seq: number; hash: string }>`
      select head.symbol_id, t.seq, encode(t.hash, 'hex') as hash
      from tick_head head cross join lateral (
        select seq, hash from tick where symbol_id = head.symbol_id and at_ms < ${endMs}::bigint order by at_ms desc limit 1
      ) t order by head.symbol_id`.execute(tx);
    if (rows.length === 0) return undefined;
    const heads: ChainHeads = Object.fromEntries(rows.map(({ symbolId, seq, hash }) => [symbolId, { seq, hash }]));
    const previousRoot = last?.root ?? genesisHash;
    const logs = await readLogHeads(tx);
    const root = minuteRoot(previousRoot, endMs, heads, nativeSha256, logs);
    const signature = key.sign('root', { minuteMs: endMs, root });
    await tx
      .insertInto('tickAnchor')
      .values({
        minuteMs: endMs,
        root,
        previousRoot,
        heads: JSON.stringify(heads),
        recordSeq: logs.record.seq,
        recordHash: logs.record.hash,
        auditSeq: logs.audit.seq,
        auditHash: logs.audit.hash,
        keyId: key.id,
        signature,
      })
      .execute();
    return { minuteMs: endMs, root, previousRoot, heads, logs, signed: { keyId: key.id, signature } };
  });
}

/** The newest entries that are public: both logs are written in the order of their numbers. */
async function readLogHeads(tx: Tx): Promise<{ readonly record: ChainHead; readonly audit: ChainHead }> {
  const newest = (table: 'public_record' | 'audit', number: 'seq' | 'id') =>
    sql<ChainHead>`select ${sql.ref(number)} as seq, hash from ${sql.table(table)} order by 1 desc limit 1`.execute(tx);
  const [record, audit] = [await newest('public_record', 'seq'), await newest('audit', 'id')];
  const none: ChainHead = { seq: 0, hash: genesisHash };
  return { record: record.rows[0] ?? none, audit: audit.rows[0] ?? none };
}

/** Oldest first. */
export async function readAnchors(db: Db, fromMs: number, toMs: number, limit: number): Promise<TickAnchor[]> {
  const rows = await db
    .selectFrom('tickAnchor')
    .selectAll()
    .where('minuteMs', '>=', fromMs)
    .where('minuteMs', '<=', toMs)
    .orderBy('minuteMs')
    .limit(limit)
    .execute();
  return rows.map(toAnchor);
}

function toAnchor(row: Selectable<TickAnchorTable>): TickAnchor {
  const { minuteMs, root, previousRoot, heads, recordSeq, recordHash, auditSeq, auditHash, keyId, signature } = row;
  const anchor = { minuteMs, root, previousRoot, heads };
  if (recordSeq === null || recordHash === null || auditSeq === null || auditHash === null) return anchor;
  if (keyId === null || signature === null) return anchor;
  const logs = { record: { seq: recordSeq, hash: recordHash }, audit: { seq: auditSeq, hash: auditHash } };
  return { ...anchor, logs, signed: { keyId, signature } };
}
