import { useEffect, useState } from 'react';
import type { ProofCheck } from '@tessera/shared/fairness';
import { useRemoteContext } from '@tessera/shared/react';
import { evidenceChecks, type EvidenceCheckName, type ProvenLog } from './evidenceChecks';

/** undefined while it compares. */
export function useEvidenceChecks(proof: ProvenLog): readonly ProofCheck<EvidenceCheckName>[] | undefined {
  const { api, clock, evidence, reports } = useRemoteContext();
  const [checks, setChecks] = useState<readonly ProofCheck<EvidenceCheckName>[] | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    setChecks(undefined);
    evidenceChecks(proof, { api, clock, evidence }).then(
      (done) => {
        if (isCurrent) setChecks(done);
      },
      (error: unknown) => reports.report(error, { where: 'evidence' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [proof, api, clock, evidence, reports]);
  return checks;
}
