/**
 * What a person owns, as the specification's account summary has it. Figures come from the ledger's accounts:
 * the coin account is `coin`, its frozen part what stands in `stake`, `coin_hold` and `withdraw_hold`; the contract account's balance is
 * `contract` + `margin`. Positions are valued at the latest quotes (contractFigures).
 */
import type { AccountMode, CoinBalance, ContractSummary } from '@tessera/shared/contract';
import { invariant } from '@tessera/shared/errors';
import { add, isZero, toText, zero } from '@tessera/shared/money';
import type { PriceOfAsset } from '@tessera/shared/trading';
import type { Balance, UserKind } from '../ledger/Ledger';
import type { Db, Tx } from '../store/database';
import { contractFigures, type ContractOwner, type PositionSums } from './contractFigures';
import { fundingAsset } from './fundingAsset';
import { readAccounts, type AskedOwner } from './readAccounts';

/** The latest price of one unit in the funding asset; undefined when nobody quotes it. */
export type PriceOf = PriceOfAsset;

export interface AccountsView {
  readonly coin: CoinBalance[];
  readonly contract: ContractSummary;
}

/** By what a coin is held. */
export const heldKinds = { orders: 'coin_hold', stakes: 'stake', withdrawal: 'withdraw_hold' } as const satisfies Record<
  string,
  UserKind
>;
const frozenKinds: readonly UserKind[] = Object.values(heldKinds);

/** The body of a balance.changed event. Inside a transaction it shows what the transaction made. */
export async function accountsView(db: Db | Tx, userId: number, mode: AccountMode): Promise<AccountsView> {
  return (await heldAndView(db, { userId, mode })).view;
}

/** The same with the accounts that it was made of. */
export async function heldAndView(
  db: Db | Tx,
  owner: ContractOwner,
): Promise<{ readonly held: readonly Balance[]; readonly view: AccountsView }> {
  const [own] = await readAccounts(db, [owner]);
  invariant(own !== undefined, 'one owner in, one view out');
  return { held: own.held, view: toAccountsView(own.held, own.positions) };
}

/** The views of many, in the order given. */
export async function accountsViews(db: Db | Tx, owners: readonly AskedOwner[]): Promise<AccountsView[]> {
  return (await readAccounts(db, owners)).map(({ held, positions }) => toAccountsView(held, positions));
}

/** `found`: every account of one person and mode. */
export function toAccountsView(
  found: readonly Pick<Balance, 'kind' | 'asset' | 'balance'>[],
  positions: PositionSums,
): AccountsView {
  // An account that was never opened holds nothing: its sum over no entries is zero, not unknown.
  const sum = (asset: string, ...kinds: readonly UserKind[]) =>
    found.filter((one) => one.asset === asset && kinds.includes(one.kind)).reduce((total, one) => add(total, one.balance), zero);
  const assets = new Set([fundingAsset, ...found.filter((one) => !isZero(one.balance)).map((one) => one.asset)]);
  return {
    coin: [...assets].map((asset) => ({
      asset,
      available: toText(sum(asset, 'coin')),
      frozen: toText(sum(asset, ...frozenKinds)),
    })),
    contract: contractFigures(sum(fundingAsset, 'contract'), sum(fundingAsset, 'margin'), positions),
  };
}
