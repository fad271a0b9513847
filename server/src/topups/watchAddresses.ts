/** Tells operators, by a figure and in the log, before the list of a network is used up. */
import type { Job } from '../jobs/JobRunner';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import type { Db } from '../store/database';
import { lowAddresses, readAddressStock } from './depositAddresses';

export function watchAddresses({ db, log, metrics }: { readonly db: Db; readonly log: Log; readonly metrics: Metrics }): Job {
  const left = metrics.gauge('deposit_addresses_free', 'Addresses for top-ups that nobody was given yet', ['network']);
  /** Each is told of once, until it has enough again. */
  const told = new Set<string>();
  return {
    name: 'deposit-addresses',
    everyMs: 60_000,
    async run() {
      for (const { network, free, given, isDerived } of await readAddressStock(db)) {
        left.set({ network }, free);
        // Where nobody was ever given one nothing is used up: the network is not in use yet.
        const isLow = free < lowAddresses && free + given > 0 && !isDerived;
        if (isLow && !told.has(network)) log.error({ network, free }, 'addresses for top-ups run out: list more of them');
        if (isLow) told.add(network);
        else told.delete(network);
      }
    },
  };
}
