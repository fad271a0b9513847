/**
 * The wallet as it is answered: both accounts, each coin with by what it is held and where it can be sent to, and what all of it is worth
 * (shared/trading/portfolio).
 */
import type { AccountMode, CoinBalance, EndpointRequest, EndpointResponse } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { add, amount, isZero, toText, type Amount } from '@tessera/shared/money';
import { portfolioParts, portfolioTotal } from '@tessera/shared/trading';
import { sql } from 'kysely';
import { assetScales, type Balance } from '../ledger/Ledger';
import type { Db } from '../store/database';
import { fundingAsset } from './fundingAsset';
import { heldAndView, heldKinds, type PriceOf } from './walletView';

interface Asked {
  readonly userId: number;
  readonly mode: AccountMode;
}

export async function walletList(
  db: Db,
  call: Asked & { readonly nowMs: number; readonly priceOf: PriceOf },
): Promise<EndpointResponse<'walletList'>> {
  const { userId, mode } = call;
  const [{ held, view }, addresses, profit] = await Promise.all([
    heldAndView(db, { userId, mode }),
    addressesOf(db, call),
    profitOfDay(db, call),
  ]);
  const parts = portfolioParts(view.coin, view.contract, call.priceOf, held);
  return {
    mode,
    asOfMs: call.nowMs,
    coin: view.coin.map((coin) => completed(coin, held, addresses)),
    coinTotal: textOf(parts.find(({ part }) => part === 'coin')?.value),
    contract: view.contract,
    total: textOf(portfolioTotal(parts)),
    parts: parts.map(({ part, value }) => ({ part, value: textOf(value) })),
    todayProfit: textOf(profit),
  };
}

/** Throws WALLET_ASSET_NOT_FOUND. */
export async function walletInfo(
  db: Db,
  call: Asked & { readonly request: EndpointRequest<'walletInfo'> },
): Promise<EndpointResponse<'walletInfo'>> {
  const { asset } = call.request;
  if (!(await assetScales(db)).has(asset)) throw new AppError('WALLET_ASSET_NOT_FOUND');
  const { userId, mode } = call;
  const [{ held, view }, addresses] = await Promise.all([heldAndView(db, { userId, mode }), addressesOf(db, call)]);
  const coin = view.coin.find((one) => one.asset === asset) ?? { asset, available: '0', frozen: '0' };
  return { mode, coin: completed(coin, held, addresses), contract: asset === fundingAsset ? view.contract : null };
}

const textOf = (figure: Amount | undefined): string | null => (figure === undefined ? null : toText(figure));

/** A balance with what it lacks of what the wallet says of a coin. */
const completed = (coin: CoinBalance, held: readonly Balance[], addresses: readonly OwnAddress[]): CoinBalance => ({
  ...coin,
  balance: toText(add(amount(coin.available), amount(coin.frozen))),
  heldBy: heldBy(held, coin.asset),
  ...collateralOf(held, coin.asset),
  addresses: addresses.filter(({ asset }) => asset === coin.asset).map(({ asset: _, ...address }) => address),
});

function heldBy(held: readonly Balance[], asset: string): NonNullable<CoinBalance['heldBy']> {
  return (Object.keys(heldKinds) as (keyof typeof heldKinds)[]).flatMap((by) => {
    const sum = held.find((one) => one.asset === asset && one.kind === heldKinds[by])?.balance;
    return sum === undefined || isZero(sum) ? [] : [{ by, amount: toText(sum) }];
  });
}

function collateralOf(held: readonly Balance[], asset: string): Pick<CoinBalance, 'collateral'> {
  const sum = held.find((one) => one.asset === asset && one.kind === 'collateral')?.balance;
  return sum === undefined || isZero(sum) ? {} : { collateral: toText(sum) };
}

interface OwnAddress {
  readonly asset: string;
  readonly network: string;
  readonly networkName: string;
  readonly address: string;
}

/** Of the coins that come in over the networks on which the person was given an address; practice money comes in over none. */
async function addressesOf(db: Db, { userId, mode }: Asked): Promise<readonly OwnAddress[]> {
  if (mode !== 'real') return [];
  const { rows } = await sql<OwnAddress>`
    select t.asset, given.network, network.name as network_name, given.address
    from deposit_address given join network on network.id = given.network
    join asset_network t on t.network = given.network and t.until_version is null and t.has_topup
    where given.user_id = ${userId}::bigint order by t.asset, given.network`.execute(db);
  return rows;
}

const dayMs = 86_400_000;

/** Won and lost on the day (UTC) in the funding asset, fees included; undefined when nothing was traded. */
async function profitOfDay(db: Db, { userId, mode, nowMs }: Asked & { readonly nowMs: number }): Promise<Amount | undefined> {
  const { rows } = await sql<{ profit: string | null }>`
    select sum(tally.moved) as profit
    from account join account_tally tally on tally.account_id = account.id
    where account.owner_id = ${userId} and account.mode = ${mode} and account.asset = ${fundingAsset}
      and tally.kind in ('seconds_open', 'seconds_settle', 'leverage') and tally.day = ${Math.floor(nowMs / dayMs)}`.execute(db);
  const profit = rows[0]?.profit;
  return profit === null || profit === undefined ? undefined : amount(profit);
}
