import { saveJson } from '@tessera/shared/ui';

/** A file may be handed on: it does not say whose account a receipt names. */
export function saveProof(name: string, proof: unknown): void {
  const text = JSON.stringify(proof, (key, value: unknown) => (key === 'holderSalt' ? undefined : value));
  saveJson(`tessera-proof-${name}`, JSON.parse(text));
}
