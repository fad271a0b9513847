/** Hands the proof to the person as a JSON file: it can be checked elsewhere, with other code, at any time. */
export function saveProof(name: string, proof: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(proof, undefined, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `tessera-proof-${name}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
