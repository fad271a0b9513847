import { useEffect, useState } from 'react';
import type { SecondsProof } from '@tessera/shared/contract';
import { sha256, verifyProof, type Digest, type ProofCheck, type ProofCheckName } from '@tessera/shared/fairness';
import { useRemoteContext } from '@tessera/shared/react';
import { sha256InBrowser } from './sha256InBrowser';

/** Plain HTTP on a device of the network has no crypto.subtle: then our own digest serves. */
const digest: Digest = globalThis.crypto?.subtle === undefined ? sha256 : sha256InBrowser;

/** Recomputes the result on this device; undefined while it computes. */
export function useVerification(proof: SecondsProof): readonly ProofCheck<ProofCheckName>[] | undefined {
  const { reports } = useRemoteContext();
  const [checks, setChecks] = useState<readonly ProofCheck<ProofCheckName>[] | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    setChecks(undefined);
    verifyProof(proof, digest).then(
      (done) => {
        if (isCurrent) setChecks(done);
      },
      (error: unknown) => reports.report(error, { where: 'proof' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [proof, reports]);
  return checks;
}
