import type { ApiClient } from '@tessera/shared/federation';
import type { RecordEntry } from '@tessera/shared/fairness';

const pageSize = 500;
/** Beyond it something is wrong with the answer, not with the record. */
const maxPages = 40;

/** All entries of one kind from a number on. */
export async function recordSince(api: ApiClient, kind: string, seq: number): Promise<RecordEntry[]> {
  const entries: RecordEntry[] = [];
  for (let page = 0, fromSeq = seq; page < maxPages; page += 1) {
    const answer = await api.call('publicRecord', { kind, fromSeq, limit: pageSize }, { toastErrors: false });
    entries.push(
      ...answer.entries.map(({ seq: own, atMs, kind: named, body, hash }) => ({ seq: own, atMs, kind: named, body, hash })),
    );
    const last = answer.entries.at(-1);
    if (!answer.hasMore || last === undefined) break;
    fromSeq = last.seq + 1;
  }
  return entries;
}
