/** rollback host: a host of before becomes live again. Pages that are open keep the host that they run until they are opened again. */
import { readHostLog } from '../host/hostLog';
import { switchHost, type HostChange, type HostRequest } from '../host/switchHost';
import type { ReleaseContext } from '../ReleaseContext';
import { ReleaseProblem } from '../ReleaseProblem';

export interface RollbackHostRequest extends HostRequest {
  /** The host that was live before when absent. */
  readonly to?: string | undefined;
}

export async function rollbackHost(context: ReleaseContext, request: RollbackHostRequest): Promise<HostChange> {
  return switchHost(context, request.to ?? hostBefore(context), 'rollback', request);
}

/** Two people see the same fault and both roll back: the second would bring the bad host back, so it must be named then. */
function hostBefore({ dataDir }: ReleaseContext): string {
  const last = readHostLog(dataDir)[0];
  if (last === undefined || last.from === null)
    throw new ReleaseProblem('refused', 'there is no host before the live one; name one with --to');
  if (last.verb === 'rollback') {
    throw new ReleaseProblem(
      'refused',
      `the host was rolled back from ${last.from} to ${last.to} by ${last.by} (${last.reason}); if another is meant, name it with --to`,
    );
  }
  return last.from;
}
