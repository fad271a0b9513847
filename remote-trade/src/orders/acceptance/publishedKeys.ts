/** The keys that sign receipts, as the public record shows them and as this device kept them. */
import { readPublishedKeys, type PublishedKey } from '@tessera/shared/fairness';
import type { RemoteContext } from '@tessera/shared/federation';
import { verifyEd25519 } from '@tessera/shared/signatures';
import { digest } from './digest';

type Deps = Pick<RemoteContext, 'api' | 'evidence'>;

/** Oldest first. Never rejects: what cannot be read is not there. What was kept stays, whatever is shown now. */
export async function publishedKeys({ api, evidence }: Deps): Promise<readonly PublishedKey[]> {
  const kept = await evidence.entriesKept().catch(() => []);
  const shown = await api
    .call('publicRecord', { kind: 'key', limit: 500 }, { toastErrors: false })
    .then(({ entries }) => entries)
    .catch(() => []);
  const bySeq = new Map([...shown, ...kept].map((entry) => [entry.seq, entry]));
  const entries = [...bySeq.values()].sort((one, other) => one.seq - other.seq);
  return readPublishedKeys(entries, digest, verifyEd25519).catch(() => []);
}
