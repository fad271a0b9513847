/**
 * What a person owns, as the specification's account summary has it. Figures come from the ledger's accounts:
 * the coin account is `coin`, its frozen part what stands in `stake`, `coin_hold` and `withdraw_hold`; the contract account's balance is
 * `contract` + `margin`. Positions are valued at the latest quotes (contractFigures).
 */
import type { AccountMode, CoinBalance, ContractSummary } from '@tessera/shared/contract';
import { invariant } from '@tessera/shared/errors';
import { add, isZero, toText, zero } from '@tessera/shared/money';
import type { PriceOfAsset } from '@tessera/shared/trading';
import { balances, balancesOf, type Balance, type UserKind } from '../ledger/Ledger';
import type { Db, Tx } from '../store/database';
import { contractFigures, noPositions, readPositionSums, type ContractOwner, type PositionSums } from './contractFigures';
import { fundingAsset } from './fundingAsset';

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
  return accountsViewOf(db, { userId, mode }, await balances(db, userId, mode));
}

/** The same of accounts that the caller has read. */
export async function accountsViewOf(db: Db | Tx, owner: ContractOwner, found: readonly Balance[]): Promise<AccountsView> {
  const [view] = await withPositions(db, [owner], [found]);
  invariant(view !== undefined, 'one owner in, one view out');
  return view;
}

/** `positions`: where the caller has valued them in the same transaction. */
export interface ViewedOwner extends ContractOwner {
  readonly positions?: PositionSums | undefined;
}

/** The same for many, in the order given. */
export async function accountsViews(db: Db | Tx, owners: readonly ViewedOwner[]): Promise<AccountsView[]> {
  return withPositions(db, owners, await balancesOf(db, owners));
}

/** Only who has something in margin has an order to look up. */
async function withPositions(
  db: Db | Tx,
  owners: readonly ViewedOwner[],
  found: readonly (readonly Balance[])[],
): Promise<AccountsView[]> {
  const holders = owners.filter(
    ({ positions }, index) =>
      positions === undefined && found[index]?.some((one) => one.kind === 'margin' && !isZero(one.balance)) === true,
  );
  const sums = await readPositionSums(db, holders);
  return owners.map((owner, index) =>
    toAccountsView(found[index] ?? [], owner.positions ?? sums[holders.indexOf(owner)] ?? noPositions),
  );
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
