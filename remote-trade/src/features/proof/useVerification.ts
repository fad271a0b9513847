import { useEffect, useState } from 'react';
import { sha256, type Digest, type ProofCheck } from '@tessera/shared/fairness';
import { useRemoteContext } from '@tessera/shared/react';
import { sha256InBrowser } from './sha256InBrowser';

/** Plain HTTP on a device of the network has no crypto.subtle: then our own digest serves. */
const digest: Digest = globalThis.crypto?.subtle === undefined ? sha256 : sha256InBrowser;

/** Recomputes the result on this device; undefined while it computes. `verify` is one of the published functions. */
export function useVerification<Proof, Name extends string>(
  proof: Proof,
  verify: (proof: Proof, digest: Digest) => Promise<readonly ProofCheck<Name>[]>,
): readonly ProofCheck<Name>[] | undefined {
  const { reports } = useRemoteContext();
  const [checks, setChecks] = useState<readonly ProofCheck<Name>[] | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    setChecks(undefined);
    verify(proof, digest).then(
      (done) => {
        if (isCurrent) setChecks(done);
      },
      (error: unknown) => reports.report(error, { where: 'proof' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [proof, verify, reports]);
  return checks;
}
