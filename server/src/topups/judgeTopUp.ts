/** Does a request for a top-up keep to the terms? Pure: what is known comes in as values. */
import type { EndpointRequest } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { amount, compare, decimalsOf, isPositive, max, toText, type Amount } from '@tessera/shared/money';
import type { Catalog } from '../catalog/Catalog';
import type { AssetNetwork } from '../networks/AssetNetwork';
import { openNetworks, termOf } from './openTerms';
import type { TopUpTerm } from './TopUpTerm';

export interface JudgedTopUp {
  readonly term: TopUpTerm;
  readonly amount: Amount;
  /** Of the method crypto. */
  readonly network: AssetNetwork | undefined;
}

/**
 * Throws WALLET_ASSET_NOT_FOUND, FEATURE_NOT_OPEN, PARAMETER_MISSING and PARAMETER_WRONG with the field, WALLET_BELOW_MIN,
 * WALLET_ABOVE_MAX, UPLOAD_EXISTS for a picture that is named twice.
 */
export function judgeTopUp(
  catalog: Pick<Catalog, 'assets' | 'networks' | 'topUps'>,
  { asset, method, network, amount: asked, uploadIds }: EndpointRequest<'topUp'>,
): JudgedTopUp {
  // A merchant's coins are ordered first, by calls of their own.
  if (method === 'c2c') throw new AppError('PARAMETER_WRONG', { params: { field: 'method' } });
  const scale = catalog.assets().find((one) => one.asset === asset)?.scale;
  if (scale === undefined) throw new AppError('WALLET_ASSET_NOT_FOUND');
  const term = termOf(catalog, method, asset);
  if (term?.isOpen !== true) throw new AppError('FEATURE_NOT_OPEN');
  const over = method === 'crypto' ? networkOf(catalog, asset, network) : undefined;
  if (method === 'bank_card' && uploadIds.length > 0) throw new AppError('PARAMETER_WRONG', { params: { field: 'uploadIds' } });
  if (method !== 'crypto' && network !== undefined) throw new AppError('PARAMETER_WRONG', { params: { field: 'network' } });
  const sum = amount(asked);
  if (!isPositive(sum) || decimalsOf(sum) > scale) throw new AppError('PARAMETER_WRONG', { params: { field: 'amount' } });
  const min = over === undefined ? term.min : max(term.min, over.topUpMin);
  if (compare(sum, min) < 0) throw new AppError('WALLET_BELOW_MIN', { params: { min: toText(min), asset } });
  if (compare(sum, term.max) > 0) throw new AppError('WALLET_ABOVE_MAX', { params: { max: toText(term.max), asset } });
  if (method === 'crypto' && uploadIds.length === 0) throw new AppError('PARAMETER_MISSING', { params: { field: 'uploadIds' } });
  if (new Set(uploadIds).size < uploadIds.length) throw new AppError('UPLOAD_EXISTS');
  return { term, amount: sum, network: over };
}

function networkOf(catalog: Pick<Catalog, 'networks' | 'topUps'>, asset: string, name: string | undefined): AssetNetwork {
  if (name === undefined) throw new AppError('PARAMETER_MISSING', { params: { field: 'network' } });
  const known = catalog.networks().find((one) => one.asset === asset && one.network === name);
  if (known === undefined) throw new AppError('PARAMETER_WRONG', { params: { field: 'network' } });
  if (!openNetworks(catalog, asset).includes(known)) throw new AppError('FEATURE_NOT_OPEN');
  return known;
}
