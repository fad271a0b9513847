import type { EvidenceFile } from '@tessera/shared/fairness';

/** Hands everything that was kept to the person as a JSON file: it can be shown to others and read on another device. */
export function saveEvidence(evidence: EvidenceFile): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(evidence)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `tessera-evidence-${new Date(evidence.savedAtMs).toISOString().slice(0, 10)}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
