import { contractVersion, type ApiCallOptions, type RemoteContext, type RemoteLocation } from '@tessera/shared/federation';
import { storeUnder } from '../browser/localStore';
import type { HostServices } from './HostServices';

/** What the host hands to one mounted release at one place. */
export function createRemoteContext(
  services: HostServices,
  location: RemoteLocation,
  remote: RemoteContext['remote'],
  signal: AbortSignal,
): RemoteContext {
  const {
    api,
    clock,
    dialogs,
    evidence,
    navigation,
    preferences,
    privateEvents$,
    quotes,
    reports,
    runningOrders,
    session,
    store,
  } = services;
  return {
    contract: contractVersion,
    remote,
    location,
    navigation,
    session,
    preferences,
    quotes,
    privateEvents$,
    api: { call: (name, request, options = {}) => api.call(name, request, withLife(options, signal)) },
    clock,
    dialogs,
    reports: reports.of(remote.name, remote.version),
    storage: storeUnder(store, `tessera.${remote.name}`),
    runningOrders: { set: (orders) => runningOrders.next(orders) },
    evidence,
    signal,
  };
}

/** What a release asked for ends with it, except what moves money: that is on its way, no matter who waits for the answer. */
function withLife(options: ApiCallOptions, life: AbortSignal): ApiCallOptions {
  if (options.idempotencyKey !== undefined) return options;
  return { ...options, signal: options.signal === undefined ? life : eitherSignal(life, options.signal) };
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
