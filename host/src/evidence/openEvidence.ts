/** The lazy part of evidence: opens the database, begins to collect, compares now and then. */
import { createEvidence, type EvidenceParts, type Keeping } from './createEvidence';
import { collectEvidence } from './collectEvidence';
import { createFleetingStore } from './createFleetingStore';
import { openKeptStore } from './openKeptStore';
import type { EvidenceStore } from './EvidenceStore';
import type { LiveValue } from '@tessera/shared/federation';

export interface OpenEvidenceParts extends Omit<EvidenceParts, 'store'> {
  readonly isVisible: LiveValue<boolean>;
  readonly isClockSet: () => boolean;
  readonly report: (error: unknown) => void;
}

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
