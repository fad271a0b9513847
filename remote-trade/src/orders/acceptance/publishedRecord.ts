import { chainedFromFirst, followRecord, type RecordEntry } from '@tessera/shared/fairness';
import type { RemoteContext } from '@tessera/shared/federation';

type Deps = Pick<RemoteContext, 'api' | 'evidence'>;

/**
 * The public record: what this device kept of it, read on now. Only entries that follow from those before, of every kind, so that
 * nobody is shown one of his own. Rejects with AppError when the exchange does not answer.
 */
export async function publishedRecord({ api, evidence }: Deps): Promise<readonly RecordEntry[]> {
  const { entries } = await followRecord(await keptRecord({ evidence }), (fromSeq) =>
    api.call('publicRecord', { fromSeq, limit: 500 }, { toastErrors: false }),
  );
  return entries;
}

/** As far as this device kept it. */
export const keptRecord = async ({ evidence }: Pick<Deps, 'evidence'>): Promise<readonly RecordEntry[]> =>
  chainedFromFirst(await evidence.entriesKept().catch(() => []));
