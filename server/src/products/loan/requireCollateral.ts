/** Checks the offered collateral against the catalogue and, for Interest Treasure orders, against what is free in them. */
import type { EndpointRequest } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { amount, compare, decimalsOf, isPositive, toText, type Amount } from '@tessera/shared/money';
import type { Owner } from '../../ledger/takeLocks';
import type { Catalog } from '../../catalog/Catalog';
import type { Db, Tx } from '../../store/database';
import { freeTreasure } from './treasureCollateral';
import { marketOf } from './marks';

export type ChosenCollateral = EndpointRequest<'loanSubmit'>['collateral'];

export interface Pledged {
  readonly kind: 'coin' | 'treasure';
  readonly asset: string;
  readonly orderId: number | null;
  readonly amount: Amount;
  readonly weight: string;
  /** Version of the terms that the weight comes from. */
  readonly catalogVersion: number;
  readonly symbolId: string | null;
}

type Identified = Pick<Pledged, 'kind' | 'asset' | 'orderId'>;
/** Whether it is more of something that is locked already. */
export const isSamePledge = (one: Identified, other: Identified): boolean =>
  one.kind === other.kind && one.asset === other.asset && one.orderId === other.orderId;

/** Throws LOAN_COLLATERAL_NOT_TAKEN, PARAMETER_WRONG, TREASURE_REDEEM_EXCEEDS_HOLDING for more of an order than is free. */
export async function requireCollateral(
  db: Db | Tx,
  catalog: Pick<Catalog, 'loanTerms' | 'assets' | 'version'>,
  owner: Owner,
  chosen: ChosenCollateral,
): Promise<Pledged[]> {
  const pledged: Pledged[] = [];
  // Read both together: a new version may come during the query.
  const [{ collateral }, assets, catalogVersion] = [catalog.loanTerms(), catalog.assets(), catalog.version()];
  for (const one of chosen) {
    const weight = collateral.find(({ asset }) => asset === one.asset)?.weight;
    const isTreasure = one.kind === 'treasure';
    if (weight === undefined || (marketOf(one.asset) === undefined) !== isTreasure)
      throw new AppError('LOAN_COLLATERAL_NOT_TAKEN', { params: { asset: one.asset } });
    if (isTreasure !== (one.orderId !== null)) throw new AppError('PARAMETER_WRONG', { params: { field: 'orderId' } });
    const given = amount(one.amount);
    const scale = assets.find(({ asset }) => asset === one.asset)?.scale ?? 0;
    if (!isPositive(given) || decimalsOf(given) > scale) throw new AppError('PARAMETER_WRONG', { params: { field: 'amount' } });
    const orderId = one.orderId === null ? null : await requireFree(db, owner, one.orderId, given);
    const isTwice = pledged.some((other) => other.asset === one.asset && other.orderId === orderId);
    if (isTwice) throw new AppError('PARAMETER_WRONG', { params: { field: 'collateral' } });
    pledged.push({
      ...{ kind: one.kind, asset: one.asset, orderId, amount: given },
      ...{ weight: toText(weight), catalogVersion, symbolId: marketOf(one.asset) ?? null },
    });
  }
  return pledged;
}

async function requireFree(db: Db | Tx, owner: Owner, publicId: string, given: Amount): Promise<number> {
  const free = await freeTreasure(db, owner, publicId);
  // An order of another person gives the same error as one that does not exist.
  if (free === undefined) throw new AppError('ORDER_NOT_FOUND');
  if (compare(given, free.amount) > 0) throw new AppError('TREASURE_REDEEM_EXCEEDS_HOLDING');
  return free.orderId;
}
