/** Entries of a conversation as they are read, newest first. */
import { sql } from 'kysely';
import type { ServiceEntry } from '@tessera/shared/contract';
import type { Db, Tx } from '../store/database';
import type { Uploads, Viewer } from '../uploads/Uploads';

export interface EntryRow {
  readonly id: number;
  readonly userId: number;
  readonly operatorId: number | null;
  readonly clientId: string;
  readonly text: string | null;
  readonly uploadId: string | null;
  readonly width: number | null;
  readonly height: number | null;
  /** Who answered. */
  readonly operator: string | null;
  readonly atMs: number;
}

const entriesOf = (db: Db | Tx, userId: number) =>
  db
    .selectFrom('conversationEntry as entry')
    .leftJoin('upload', 'upload.id', 'entry.uploadId')
    .leftJoin('operatorName', 'operatorName.id', 'entry.operatorId')
    .select(['entry.id', 'entry.userId', 'entry.operatorId', 'entry.clientId', 'entry.text', 'entry.uploadId', 'entry.atMs'])
    .select(['upload.width', 'upload.height', 'operatorName.name as operator'])
    .where('entry.userId', '=', userId)
    .orderBy('entry.id', 'desc');

/** One page and one entry more, which says that there is a next. */
export function readEntries(
  db: Db,
  userId: number,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<EntryRow[]> {
  const entries = entriesOf(db, userId).limit(limit + 1);
  return (before === undefined ? entries : entries.where('entry.id', '<', Number(before))).execute();
}

/** What was written by that name, by the person or by this operator. */
export const findEntry = (
  db: Db | Tx,
  { userId, clientId, operatorId }: { readonly userId: number; readonly clientId: string; readonly operatorId: number | null },
): Promise<EntryRow | undefined> =>
  entriesOf(db, userId)
    .where('entry.clientId', '=', clientId)
    .where(sql<boolean>`coalesce(entry.operator_id, 0) = ${operatorId ?? 0}`)
    .executeTakeFirst();

/** The answer to whoever sees the conversation: `viewer` is who the addresses of its pictures are for. */
export async function shownEntry(uploads: Pick<Uploads, 'addressOf'>, row: EntryRow, viewer: Viewer): Promise<ServiceEntry> {
  const { uploadId, width, height } = row;
  const address = uploadId === null ? undefined : await uploads.addressOf(uploadId, viewer);
  return {
    id: String(row.id),
    from: row.operatorId === null ? 'person' : 'service',
    text: row.text,
    picture: address === undefined ? null : { address, width: width ?? 0, height: height ?? 0 },
    clientId: row.operatorId === null ? row.clientId : null,
    atMs: row.atMs,
  };
}
