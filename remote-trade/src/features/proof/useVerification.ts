import { useEffect, useState } from 'react';
import type { Receipt } from '@tessera/shared/contract';
import { withSealDue, type Digest, type ProofCheck, type ReceiptCheckDeps } from '@tessera/shared/fairness';
import { isChunkFault } from '@tessera/shared/federation';
import { useRemoteContext, useSessionState } from '@tessera/shared/react';
import { digest } from '../../orders/acceptance/digest';
import { useReceiptKeys } from '../../orders/acceptance/useReceiptKeys';

interface ProofOfOrder {
  readonly order: { readonly receipt?: Receipt | undefined };
}

/** Recomputes the result on this device; undefined while it computes. `verify` is one of the published functions, `decidedAtMs` when it was decided. */
export function useVerification<Proof extends ProofOfOrder, Name extends string>(
  proof: Proof,
  verify: (proof: Proof, digest: Digest, receipts: ReceiptCheckDeps) => Promise<readonly ProofCheck<Name>[]>,
  decidedAtMs: number,
): readonly ProofCheck<Name>[] | undefined {
  const { clock, reports, remote } = useRemoteContext();
  const keysFor = useReceiptKeys();
  const { userId } = useSessionState();
  const [checks, setChecks] = useState<readonly ProofCheck<Name>[] | undefined>(undefined);
  const keyId = proof.order.receipt?.body.keyId;
  useEffect(() => {
    let isCurrent = true;
    setChecks(undefined);
    keysFor(keyId)
      .then((keys) => verify(proof, digest, { ...keys, userId }))
      .then(
        (done) => {
          if (isCurrent) setChecks(withSealDue(done, decidedAtMs, clock.now()));
        },
        (error: unknown) => reports.report(error, { where: isChunkFault(error) ? remote.name : 'proof' }),
      );
    return () => {
      isCurrent = false;
    };
  }, [proof, verify, decidedAtMs, clock, reports, remote, keysFor, keyId, userId]);
  return checks;
}
