import { useEffect, useState } from 'react';
import { isChunkFault } from '@tessera/shared/federation';
import { useRemoteContext } from '@tessera/shared/react';
import { evidenceChecks, type EvidenceCheck, type ProvenLog } from './evidenceChecks';

/** undefined while it compares. */
export function useEvidenceChecks(proof: ProvenLog): readonly EvidenceCheck[] | undefined {
  const { api, clock, evidence, reports, remote } = useRemoteContext();
  const [checks, setChecks] = useState<readonly EvidenceCheck[] | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    setChecks(undefined);
    evidenceChecks(proof, { api, clock, evidence }).then(
      (done) => {
        if (isCurrent) setChecks(done);
      },
      (error: unknown) => reports.report(error, { where: isChunkFault(error) ? remote.name : 'evidence' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [proof, api, clock, evidence, reports, remote]);
  return checks;
}
