/** The terms of what goes out over a network or to a card, and whether a request fits them. */
import { AppError } from '@tessera/shared/errors';
import {
  compare,
  decimalsOf,
  divide,
  isZero,
  multiply,
  round,
  toText,
  zero,
  type Amount,
  type Price,
} from '@tessera/shared/money';
import { fundingAsset } from '../funds/fundingAsset';
import type { Catalog } from '../catalog/Catalog';
import type { PayeeRow } from '../payees/tables';
import type { CardTerm } from './CardTerm';
import { leftOf, type DayLimit } from './dayLimit';

/** `name`: of a network. */
export type OutTerms = CardTerm & { readonly name?: string };

interface Asked {
  readonly asset: string;
  readonly amount: Amount;
  /** Decimals of the asset; undefined: there is no such asset. */
  readonly scale: number | undefined;
  /** undefined: the person was shown none. */
  readonly seenFee: Amount | undefined;
}

/**
 * Throws WALLET_ASSET_NOT_FOUND, WALLET_ASSET_WRONG where the payee takes another one, FEATURE_NOT_OPEN where nothing goes out that way,
 * PARAMETER_WRONG, WALLET_BELOW_MIN, WITHDRAWAL_ABOVE_MAX, and WITHDRAWAL_TERMS_CHANGED where more would be taken than was seen.
 */
export function requireTerms(catalog: Pick<Catalog, 'networks' | 'cardTerms'>, payee: PayeeRow, asked: Asked): OutTerms {
  const { asset, amount, scale, seenFee } = asked;
  if (scale === undefined) throw new AppError('WALLET_ASSET_NOT_FOUND');
  if (payee.kind === 'wallet' && payee.asset !== asset) throw new AppError('WALLET_ASSET_WRONG');
  const terms: OutTerms | undefined =
    payee.kind === 'wallet'
      ? catalog.networks().find((one) => one.asset === asset && one.network === payee.network)
      : catalog.cardTerms().find((one) => one.asset === asset);
  if (terms?.hasWithdrawal !== true) throw new AppError('FEATURE_NOT_OPEN');
  if (decimalsOf(amount) > scale) throw new AppError('PARAMETER_WRONG', { params: { field: 'amount' } });
  if (compare(amount, terms.withdrawalMin) < 0)
    throw new AppError('WALLET_BELOW_MIN', { params: { min: toText(terms.withdrawalMin), asset } });
  if (compare(amount, terms.withdrawalMax) > 0)
    throw new AppError('WITHDRAWAL_ABOVE_MAX', { params: { max: toText(terms.withdrawalMax), asset } });
  const { withdrawalFee: fee } = terms;
  if (seenFee !== undefined && compare(fee, seenFee) > 0)
    throw new AppError('WITHDRAWAL_TERMS_CHANGED', { params: { old: toText(seenFee), new: toText(fee), asset } });
  return terms;
}

/** Of the asset, as much as the day's limit leaves and not more; undefined where that is open: without a price all or nothing may be asked for. */
export function leftIn(
  asset: string,
  limit: DayLimit,
  { scale, priceOf }: { readonly scale: number; readonly priceOf: (asset: string) => Price | undefined },
): Amount | undefined {
  const left = leftOf(limit);
  if (asset === fundingAsset) return round(left, scale, 'down');
  const price = priceOf(asset);
  if (price === undefined) return isZero(limit.have) ? undefined : zero;
  return divide(left, price, scale, 'down') as unknown as Amount;
}

const valueScale = 6;

/** In USDT, by which it is decided how many operators must agree; undefined without a price. */
export function valueOf(asset: string, amount: Amount, priceOf: (asset: string) => Price | undefined): Amount | undefined {
  if (asset === fundingAsset) return amount;
  const price = priceOf(asset);
  return price === undefined ? undefined : multiply(amount, price, valueScale, 'up');
}
