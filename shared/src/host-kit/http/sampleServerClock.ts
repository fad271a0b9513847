import type { EndpointResponse } from '../../domain/contract';
import type { ApiClient } from '../../federation';
import type { ServerClock } from '../../domain/time';

/**
 * Asks the server for its time and gives the round trip to the clock; answers what else the server said. Silent: without an
 * answer the clock stays as it is, and says by errorMs() that it knows nothing yet.
 */
export async function sampleServerClock(
  api: ApiClient,
  clock: ServerClock,
  monotonic: () => number,
): Promise<EndpointResponse<'serverTime'> | undefined> {
  const sentAt = monotonic();
  try {
    const answer = await api.call('serverTime', {}, { toastErrors: false });
    clock.add({ sentAt, receivedAt: monotonic(), serverMs: answer.serverMs });
    return answer;
  } catch {
    // The next sample comes with the socket's connect; the connection banner tells the person.
    return undefined;
  }
}
