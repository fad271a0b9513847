import type { EvidenceFile } from '@tessera/shared/fairness';
import { saveJson } from '@tessera/shared/ui';

/** Everything that was kept: it can be shown to others and read on another device. */
export const saveEvidence = (evidence: EvidenceFile): void =>
  saveJson(`tessera-evidence-${new Date(evidence.savedAtMs).toISOString().slice(0, 10)}`, evidence);
