import type { EndpointResponse } from '@tessera/shared/contract';
import { useEndpoint } from '@tessera/shared/react';
import { mapLoadable, type Loadable } from '@tessera/shared/ui';
import { sourcesOf, type CollateralSource } from './collateral';

/** As many Interest Treasure orders as one page of them has. */
const mostDeposits = 100;

interface Collateral {
  readonly config: EndpointResponse<'loanConfig'>;
  readonly sources: readonly CollateralSource[];
}

/** What is lent, and what the person has that would be taken for it. */
export function useCollateral(): { readonly loadable: Loadable<Collateral>; refetch(): void } {
  const config = useEndpoint('loanConfig', {}, { freshMs: 0 });
  const deposits = useEndpoint('whDeposits', { pageSize: mostDeposits }, { freshMs: 0 });
  const { data: told } = config;
  return {
    // Both or neither: half of what can be locked would look like all of it.
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
