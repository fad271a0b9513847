import { contractVersion, type RemoteContext, type RemoteLocation } from '@tessera/shared/federation';
import { storeUnder } from '../browser/localStore';
import type { HostServices } from './HostServices';

/** What the host hands to one mounted release at one place. */
export function createRemoteContext(services: HostServices, location: RemoteLocation, remote: RemoteContext['remote'], signal: AbortSignal): RemoteContext {
  const { api, clock, dialogs, navigation, preferences, privateEvents$, quotes, reports, runningOrders, session, store } = services;
  return {
    contract: contractVersion,
    remote,
    location,
    navigation,
    session,
    preferences,
    quotes,
    privateEvents$,
    // Everything a release asked for ends with it.
    api: { call: (name, request, options = {}) => api.call(name, request, { ...options, signal: options.signal === undefined ? signal : eitherSignal(signal, options.signal) }) },
    clock,
    dialogs,
    reports: reports.of(remote.name, remote.version),
    storage: storeUnder(store, `tessera.${remote.name}`),
    runningOrders: { set: (orders) => runningOrders.next(orders) },
    signal,
  };
}

/** AbortSignal.any, which the oldest browsers on our list do not have. */
function eitherSignal(first: AbortSignal, second: AbortSignal): AbortSignal {
  const either = new AbortController();
  for (const signal of [first, second]) {
    if (signal.aborted) either.abort(signal.reason);
    else signal.addEventListener('abort', () => either.abort(signal.reason), { once: true, signal: either.signal });
  }
  return either.signal;
}
