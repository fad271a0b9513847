/** The chains of the settings, each with a job that reads it. */
import { randomUUID } from 'node:crypto';
import { max } from '@tessera/shared/money';
import type { Catalog } from '../../catalog/Catalog';
import { ChainProblem } from '../../chain/ChainProblem';
import { createChainReader, type ChainReader } from '../../chain/ChainReader';
import type { ChainSetting } from '../../chain/chainSettings';
import type { WatchedAsset } from '../../chain/keepTransfers';
import { watchChain } from '../../chain/watchChain';
import type { Job } from '../../jobs/JobRunner';
import type { Metrics } from '../../platform/metrics';
import { termOf } from '../openTerms';
import { followDeposits, type DepositDeps } from './followDeposits';

type Terms = Pick<Catalog, 'assets' | 'networks' | 'topUps'>;

/** Throws an Error in words where the catalogue does not have the network as a chain of its kind. */
export const openChains = (settings: readonly ChainSetting[], catalog: Terms): readonly ChainReader[] =>
  settings.map((setting) => {
    const known = catalog.networks().find(({ network }) => network === setting.network);
    if (known?.chainId === undefined)
      throw new Error(`CHAINS: the catalogue has no chain ${setting.network} that this program reads`);
    return createChainReader(setting, known.chainId);
  });

/** Throws an Error in words where an endpoint is on another chain. One that does not answer yet is asked again each round. */
export async function refuseWrongChains(readers: readonly ChainReader[], warn: (problem: ChainProblem) => void): Promise<void> {
  const looks = await Promise.allSettled(readers.map((reader) => reader.head()));
  for (const look of looks) {
    if (look.status === 'fulfilled') continue;
    if (!(look.reason instanceof ChainProblem)) throw look.reason;
    if (look.reason.kind === 'wrongChain') throw new Error(`CHAINS: ${look.reason.detail}. Nothing is read from it.`);
    warn(look.reason);
  }
}

export function watchDeposits(
  readers: readonly ChainReader[],
  {
    catalog,
    metrics,
    ...deps
  }: Omit<DepositDeps, 'reader' | 'assets' | 'catalog'> & {
    readonly catalog: DepositDeps['catalog'] & Terms;
    readonly metrics: Metrics;
  },
): readonly Job[] {
  const holder = `${process.pid}-${randomUUID()}`;
  return readers.map((reader) => {
    const assets = () => watchedAssets(catalog, reader.network);
    const onRead = followDeposits({ ...deps, catalog, reader, assets });
    return watchChain({ ...deps, metrics, reader, holder, assets, onRead });
  });
}

/** Also those that are closed: what is paid all the same is kept, and operators look at it. */
function watchedAssets(catalog: Terms, network: string): readonly WatchedAsset[] {
  return catalog.networks().flatMap((one) => {
    const scale = catalog.assets().find(({ asset }) => asset === one.asset)?.scale;
    const { asset, tokenContract, decimals, confirmations } = one;
    if (one.network !== network || decimals === undefined || scale === undefined) return [];
    const term = termOf(catalog, 'crypto', asset);
    const topUpMin = term === undefined ? one.topUpMin : max(one.topUpMin, term.min);
    return [{ asset, tokenContract, confirmations, topUpMin, decimals, scale }];
  });
}
