/** What is open for money in: the methods of the catalogue with their networks. */
import { topUpMethods, type EndpointResponse, type TopUpMethod } from '@tessera/shared/contract';
import { max, toText } from '@tessera/shared/money';
import type { Catalog } from '../catalog/Catalog';
import type { AssetNetwork } from '../networks/AssetNetwork';
import type { TopUpTerm } from './TopUpTerm';

type Terms = Pick<Catalog, 'assets' | 'topUps' | 'networks'>;

export const termOf = (catalog: Pick<Terms, 'topUps'>, method: TopUpMethod, asset: string): TopUpTerm | undefined =>
  catalog.topUps().find((term) => term.method === method && term.asset === asset);

/** Open networks of an asset by the method crypto; none where that is closed for it. */
export const openNetworks = (catalog: Pick<Terms, 'topUps' | 'networks'>, asset: string): readonly AssetNetwork[] =>
  termOf(catalog, 'crypto', asset)?.isOpen === true
    ? catalog.networks().filter((network) => network.asset === asset && network.hasTopUp)
    : [];

/** Networks that programs read, by their names. */
export type Watched = ReadonlySet<string>;

export const shownNetwork = (
  { network, name, topUpMin, confirmations, minutes }: AssetNetwork,
  { min }: TopUpTerm,
  watched: Watched,
) => ({
  network,
  name,
  min: toText(max(topUpMin, min)),
  confirmations,
  minutes,
  ...(watched.has(network) ? { isWatched: true } : {}),
});

/** What stands behind the terms: a gateway is set; networks that programs read. What nothing answers is not shown. */
export interface Behind {
  readonly takesCards: boolean;
  readonly watched: Watched;
}

export function openTerms(catalog: Terms, { takesCards, watched }: Behind): EndpointResponse<'topUpTerms'> {
  const scales = new Map(catalog.assets().map(({ asset, scale }) => [asset, scale]));
  const methods = topUpMethods.map((method) => ({
    method,
    assets: catalog
      .topUps()
      .filter((term) => term.method === method && term.isOpen && (takesCards || method !== 'bank_card'))
      .map((term) => ({
        asset: term.asset,
        min: toText(term.min),
        max: toText(term.max),
        turnoverFactor: toText(term.turnoverFactor),
        scale: scales.get(term.asset),
        ...(term.reviewFrom === undefined ? {} : { reviewFrom: toText(term.reviewFrom) }),
        networks: method === 'crypto' ? openNetworks(catalog, term.asset).map((one) => shownNetwork(one, term, watched)) : [],
      }))
      // Without a network there is nothing to send over.
      .filter(({ networks }) => method !== 'crypto' || networks.length > 0),
  }));
  return { methods: methods.filter(({ assets }) => assets.length > 0) };
}
