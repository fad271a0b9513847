import type { RecordEntry } from '@tessera/shared/fairness';
import type { RemoteContext } from '@tessera/shared/federation';

/** Entries of the public record of one kind, ascending. Never rejects: what cannot be read is not there. What was kept stays, whatever is shown now. */
export async function knownEntries(
  kind: string,
  { api, evidence }: Pick<RemoteContext, 'api' | 'evidence'>,
): Promise<readonly RecordEntry[]> {
  const kept = await evidence.entriesKept().catch(() => []);
  const shown = await api
    .call('publicRecord', { kind, limit: 500 }, { toastErrors: false })
    .then(({ entries }) => entries)
    .catch(() => []);
  const bySeq = new Map([...shown, ...kept.filter((entry) => entry.kind === kind)].map((entry) => [entry.seq, entry]));
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq);
}
