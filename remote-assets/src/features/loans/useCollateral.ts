import type { EndpointResponse } from '@tessera/shared/contract';
import { useEndpoint } from '@tessera/shared/react';
import { mapLoadable, type Loadable } from '@tessera/shared/ui';
import { sourcesOf, type CollateralSource } from './collateral';

/** One page of Interest Treasure orders. */
const mostDeposits = 100;

interface Collateral {
  readonly config: EndpointResponse<'loanConfig'>;
  readonly sources: readonly CollateralSource[];
}

/** The terms of loans, and the person's possible collateral. */
export function useCollateral(): { readonly loadable: Loadable<Collateral>; refetch(): void } {
  const config = useEndpoint('loanConfig', {}, { freshMs: 0 });
  const deposits = useEndpoint('whDeposits', { pageSize: mostDeposits }, { freshMs: 0 });
  const { data: told } = config;
  return {
    // Both or neither: one of them alone would look like the whole list.
    loadable:
      told === undefined
        ? (config.loadable as Loadable<never>)
        : mapLoadable(deposits.loadable, ({ items }) => ({ config: told, sources: sourcesOf(told, items) })),
    refetch() {
      config.refetch();
      deposits.refetch();
    },
  };
}
