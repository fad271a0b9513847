/** The lazy part of evidence: opens the database, begins to collect, compares now and then. */
import { createEvidence, type EvidenceParts, type Keeping } from './createEvidence';
import { collectEvidence, type CollectParts } from './collectEvidence';
import { createFleetingStore } from './createFleetingStore';
import { openKeptStore } from './openKeptStore';
import type { EvidenceStore } from './EvidenceStore';

export type OpenEvidenceParts = Omit<EvidenceParts, 'store'> & Omit<CollectParts, 'store' | 'evidence'>;

export async function openEvidence(parts: OpenEvidenceParts): Promise<Keeping> {
  const store = await openedStore(parts);
  const evidence = createEvidence({ ...parts, store });
  await evidence.recall();
  collectEvidence({ ...parts, store, evidence });
  return evidence;
}

async function openedStore({ state }: OpenEvidenceParts): Promise<EvidenceStore> {
  try {
    const store = await openKeptStore();
    state.next('kept');
    return store;
  } catch {
    state.next('refused');
    return createFleetingStore();
  }
}
