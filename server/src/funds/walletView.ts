/**
 * What a person owns, as the specification's account summary has it. Figures come from the ledger's accounts:
 * the coin account is `coin`, its frozen part what stands in `stake`, `coin_hold` and `withdraw_hold`; the contract account's balance is
 * `contract` + `margin`. Positions are valued at the latest quotes (contractFigures).
 */
import type { AccountMode, CoinBalance, ContractSummary, EndpointResponse } from '@tessera/shared/contract';
import { invariant } from '@tessera/shared/errors';
import { add, amount, isZero, max, multiply, toText, zero, type Amount, type Price } from '@tessera/shared/money';
import { sql } from 'kysely';
import { balances, balancesOf, type Balance, type UserKind } from '../ledger/Ledger';
import type { Db, Tx } from '../store/database';
import { contractFigures, noPositions, readPositionSums, type ContractOwner, type PositionSums } from './contractFigures';
import { fundingAsset } from './fundingAsset';

/** The latest price of one unit in the funding asset; undefined when nobody quotes it. */
export type PriceOf = (asset: string) => Price | undefined;

export interface AccountsView {
  readonly coin: CoinBalance[];
  readonly contract: ContractSummary;
}

const frozenKinds: readonly UserKind[] = ['stake', 'coin_hold', 'withdraw_hold'];
const fundingScale = 6;

/** The body of a balance.changed event. Inside a transaction it shows what the transaction made. */
export async function accountsView(db: Db | Tx, userId: number, mode: AccountMode): Promise<AccountsView> {
  const [view] = await withPositions(db, [{ userId, mode }], [await balances(db, userId, mode)]);
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

function toAccountsView(found: readonly Balance[], positions: PositionSums): AccountsView {
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

export async function walletList(
  db: Db,
  call: { readonly userId: number; readonly mode: AccountMode; readonly nowMs: number; readonly priceOf: PriceOf },
): Promise<EndpointResponse<'walletList'>> {
  const view = await accountsView(db, call.userId, call.mode);
  const coinTotal = valueOf(view.coin, call.priceOf);
  const profit = await profitOfDay(db, call.userId, call.mode, call.nowMs);
  return {
    mode: call.mode,
    asOfMs: call.nowMs,
    coin: view.coin,
    coinTotal: coinTotal === undefined ? null : toText(coinTotal),
    contract: view.contract,
    // A gap can leave equity below zero until the positions are closed; what is owned never is.
    total: coinTotal === undefined ? null : toText(max(zero, add(coinTotal, amount(view.contract.netEquity)))),
    todayProfit: profit === undefined ? null : toText(profit),
  };
}

/** undefined as soon as one asset that is held has no price: a partial total would be a wrong total. */
function valueOf(coins: readonly CoinBalance[], priceOf: PriceOf): Amount | undefined {
  let total = zero;
  for (const coin of coins) {
    const held = add(amount(coin.available), amount(coin.frozen));
    if (isZero(held)) continue;
    if (coin.asset === fundingAsset) {
      total = add(total, held);
      continue;
    }
    const price = priceOf(coin.asset);
    if (price === undefined) return undefined;
    total = add(total, multiply(held, price, fundingScale, 'down'));
  }
  return total;
}

const dayMs = 86_400_000;

/** Won and lost on the day (UTC) in the funding asset, fees included; undefined when nothing was traded. */
async function profitOfDay(db: Db, userId: number, mode: AccountMode, nowMs: number): Promise<Amount | undefined> {
  const { rows } = await sql<{ profit: string | null }>`
    select sum(tally.moved) as profit
    from account join account_tally tally on tally.account_id = account.id
    where account.owner_id = ${userId} and account.mode = ${mode} and account.asset = ${fundingAsset}
      and tally.kind in ('seconds_open', 'seconds_settle', 'leverage') and tally.day = ${Math.floor(nowMs / dayMs)}`.execute(db);
  const profit = rows[0]?.profit;
  return profit === null || profit === undefined ? undefined : amount(profit);
}
