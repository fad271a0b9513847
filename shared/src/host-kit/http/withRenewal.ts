import type { EndpointResponse } from '../../domain/contract';
import type { ApiClient } from '../../federation';

/** Runs the call, and takes over the token that it answered. */
export type Renew = (ask: () => Promise<EndpointResponse<'updatePassword'>>) => Promise<EndpointResponse<'updatePassword'>>;

/**
 * A new password ends the session in which it was set and answers the token of the next one. That is taken over here, for
 * anyone who calls: a remote that knows nothing of it does not sign the person out.
 */
export const withRenewal = (api: ApiClient, renew: Renew): ApiClient => ({
  call: (name, request, options) => {
    const ask = () => api.call(name, request, options);
    return name === 'updatePassword' ? (renew(ask as Parameters<Renew>[0]) as ReturnType<typeof ask>) : ask();
  },
});
