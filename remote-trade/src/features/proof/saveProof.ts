import type { Receipt } from '@tessera/shared/contract';
import { saveJsonFile } from '../../components/saveJsonFile';

interface Proof {
  readonly order: { readonly receipt?: Receipt | undefined };
}

/** A file may be handed on: it does not say whose account the receipt names. */
export function saveProof(name: string, proof: Proof): void {
  const { receipt } = proof.order;
  const { holderSalt: _, ...handedOn } = receipt ?? {};
  const order = { ...proof.order, ...(receipt === undefined ? {} : { receipt: handedOn }) };
  saveJsonFile(`tessera-proof-${name}`, { ...proof, order });
}
