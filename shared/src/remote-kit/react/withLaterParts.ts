import { asAppError } from '../../domain/errors';
import { isChunkFault } from '../../federation/chunkFault';
import type { RemoteContext } from '../../federation/RemoteContract';

/**
 * For an act that fetches parts of the release when it needs them (`import()`) and answers for its own failure. A part that does not come is
 * reported under the remote's name, like one of the page's own chunk, so that the host goes to the release before; whoever waits gets an AppError.
 */
export const withLaterParts = <Answer>(
  { reports, remote }: Pick<RemoteContext, 'reports' | 'remote'>,
  act: () => Promise<Answer>,
): Promise<Answer> =>
  act().catch((error: unknown) => {
    if (!isChunkFault(error)) throw error;
    reports.report(error, { where: remote.name });
    throw asAppError(error, 'REMOTE_UNAVAILABLE');
  });
