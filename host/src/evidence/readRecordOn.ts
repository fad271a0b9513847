/** The public record read on from what this device kept of it: what is new and follows, and what was shown and does not. */
import {
  chainedFromFirst,
  followRecord,
  readKeyEntries,
  sha256,
  type EvidenceDifference,
  type KeptEntry,
  type PublishedKey,
  type RecordEntry,
} from '@tessera/shared/fairness';
import type { ApiClient } from '@tessera/shared/federation';
import { verifyEd25519 } from '@tessera/shared/signatures';
import type { EvidenceStore } from './EvidenceStore';

/** As many entries as one answer holds. */
export const maxEntries = 500;

interface RecordDeps {
  readonly store: EvidenceStore;
  readonly api: ApiClient;
  readonly now: () => number;
}

export interface RecordReadOn {
  readonly entries: readonly KeptEntry[];
  readonly keys: readonly PublishedKey[];
  readonly unsound: readonly EvidenceDifference[];
}

/** Rejects with AppError when the exchange does not answer. */
export async function readRecordOn({ store, api, now }: RecordDeps): Promise<RecordReadOn> {
  const kept = chainedFromFirst(await store.entries());
  const { entries, broken } = await followRecord(kept, (fromSeq) =>
    api.call('publicRecord', { fromSeq, limit: maxEntries }, { toastErrors: false }),
  );
  const read = await readKeyEntries(entries, sha256, verifyEd25519);
  const nowMs = now();
  const unsound = [...(broken === undefined ? [] : [broken]), ...read.broken].map((entry) => ({
    ...{ kind: 'entry' as const, of: String(entry.seq), kept: '', shown: textOf(entry) },
    ...{ keptAtMs: nowMs, foundAtMs: nowMs },
  }));
  return { entries: entries.slice(kept.length).map((entry) => asKept(entry, nowMs)), keys: read.keys, unsound };
}

const textOf = ({ kind, hash, body }: RecordEntry): string => `${kind} ${hash} ${body}`;
const asKept = ({ seq, atMs, kind, body, hash }: RecordEntry, keptAtMs: number): KeptEntry => ({
  ...{ seq, atMs, kind, body, hash },
  keptAtMs,
});
