import { useEffect, useState } from 'react';
import type { Receipt } from '@tessera/shared/contract';
import type { Digest, ProofCheck, ReceiptCheckDeps } from '@tessera/shared/fairness';
import { useRemoteContext } from '@tessera/shared/react';
import { digest } from '../../orders/acceptance/digest';
import { useReceiptKeys } from '../../orders/acceptance/useReceiptKeys';

interface ProofOfOrder {
  readonly order: { readonly receipt?: Receipt | undefined };
}

/** Recomputes the result on this device; undefined while it computes. `verify` is one of the published functions. */
export function useVerification<Proof extends ProofOfOrder, Name extends string>(
  proof: Proof,
  verify: (proof: Proof, digest: Digest, receipts: ReceiptCheckDeps) => Promise<readonly ProofCheck<Name>[]>,
): readonly ProofCheck<Name>[] | undefined {
  const { reports } = useRemoteContext();
  const keysFor = useReceiptKeys();
  const [checks, setChecks] = useState<readonly ProofCheck<Name>[] | undefined>(undefined);
  const keyId = proof.order.receipt?.body.keyId;
  useEffect(() => {
    let isCurrent = true;
    setChecks(undefined);
    keysFor(keyId)
      .then((keys) => verify(proof, digest, keys))
      .then(
        (done) => {
          if (isCurrent) setChecks(done);
        },
        (error: unknown) => reports.report(error, { where: 'proof' }),
      );
    return () => {
      isCurrent = false;
    };
  }, [proof, verify, reports, keysFor, keyId]);
  return checks;
}
