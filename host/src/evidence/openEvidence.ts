/** The lazy part of evidence: opens the database, begins to collect, compares now and then. */
import { createEvidence, type EvidenceDeps, type Keeping } from './createEvidence';
import { collectEvidence, type CollectDeps } from './collectEvidence';
import { createFleetingStore } from './createFleetingStore';
import { openKeptStore } from './openKeptStore';
import type { EvidenceStore } from './EvidenceStore';

export type OpenEvidenceDeps = Omit<EvidenceDeps, 'store'> & Omit<CollectDeps, 'store' | 'evidence'>;

export async function openEvidence(parts: OpenEvidenceDeps): Promise<Keeping> {
  const store = await openedStore(parts);
  const evidence = createEvidence({ ...parts, store });
  await evidence.recall();
  collectEvidence({ ...parts, store, evidence });
  return evidence;
}

async function openedStore({ state }: OpenEvidenceDeps): Promise<EvidenceStore> {
  try {
    const store = await openKeptStore();
    state.next('kept');
    return store;
  } catch {
    state.next('refused');
    return createFleetingStore();
  }
}
