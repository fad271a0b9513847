/**
 * What people held at the end of a day, in each of their accounts: the balance of now without what the days after it moved. Who had
 * nothing yet by then is left out: he did not own nothing, he was not there. Positions as their deals say, at the prices of that instant.
 */
import type { AccountMode } from '@tessera/shared/contract';
import { amount, toText, zero } from '@tessera/shared/money';
import { sql } from 'kysely';
import { noPositions, type PositionSums } from '../funds/contractFigures';
import { fundingAsset } from '../funds/fundingAsset';
import { toAccountsView, type AccountsView } from '../funds/walletView';
import type { Balance, UserKind } from '../ledger/Ledger';
import type { Tx } from '../store/database';
import { dayMs, endOfDay } from '../calendar/days';
import type { PricesAt } from './pricesAt';

export interface AccountsAt extends AccountsView {
  readonly userId: number;
  readonly mode: AccountMode;
  /** All of them. */
  readonly held: readonly BalanceAt[];
}

type BalanceAt = Pick<Balance, 'kind' | 'asset' | 'balance'>;

export async function accountsAt(tx: Tx, userIds: readonly number[], day: number, prices: PricesAt): Promise<AccountsAt[]> {
  const [held, positions] = [await balancesAt(tx, userIds, day), await positionsAt(tx, userIds, day, prices)];
  return [...held.values()].map(({ userId, mode, found }) => {
    const margin = found.find(({ kind, asset }) => kind === 'margin' && asset === fundingAsset)?.balance ?? zero;
    // Without a position, what stands in margin is held by orders that wait.
    const sums = positions.get(`${userId} ${mode}`) ?? { ...noPositions, frozen: margin };
    return { userId, mode, held: found, ...toAccountsView(found, sums) };
  });
}

interface Owner {
  readonly userId: number;
  readonly mode: AccountMode;
}

async function balancesAt(tx: Tx, userIds: readonly number[], day: number) {
  const { rows } = await sql<Owner & { kind: string; asset: string; balance: string }>`
    select a.owner_id as user_id, a.mode, a.kind, a.asset,
      trim_scale(a.balance - coalesce((select sum(t.moved) from account_tally t where t.account_id = a.id and t.day > ${day}), 0)) as balance
    from account a
    where a.owner_id = any (${[...userIds]}::bigint[])
      and exists (select from account_tally t where t.account_id = a.id and t.day <= ${day})
    order by a.owner_id, a.mode, a.asset, a.kind`.execute(tx);
  const held = new Map<string, Owner & { readonly found: BalanceAt[] }>();
  for (const { userId, mode, kind, asset, balance } of rows) {
    const key = `${userId} ${mode}`;
    const owner = held.get(key) ?? { userId, mode, found: [] };
    owner.found.push({ kind: kind as UserKind, asset, balance: amount(balance) });
    held.set(key, owner);
  }
  return held;
}

/** Only who had one open. `frozen` and what cross margin needs are not asked for. */
async function positionsAt(
  tx: Tx,
  userIds: readonly number[],
  day: number,
  prices: PricesAt,
): Promise<ReadonlyMap<string, PositionSums>> {
  const untilMs = endOfDay(day);
  const { rows } = await sql<Owner & { open: number; floating: string | null }>`
    with known (symbol_id, price) as (
      select * from unnest(${[...prices.keys()]}::text[], ${[...prices.values()].map(toText)}::numeric[])
    )
    select o.user_id, o.mode, count(*) as open, case when count(f.profit) = count(*) then trim_scale(sum(f.profit)) end as floating
    from leverage_order o
    cross join lateral (
      select o.open_lots + coalesce(sum(case d.kind when 'close' then d.lots else -d.lots end), 0) as lots
      from leverage_deal d where d.order_id = o.id and d.at_ms >= ${untilMs}::bigint
    ) was
    left join known h on h.symbol_id = o.symbol_id
    left join known d on d.symbol_id = o.divisor_symbol
    cross join lateral (
      select floating_profit(o.direction, was.lots, o.contract_size, o.open_price, h.price, o.spread_below, o.spread_above,
        case when o.divisor_symbol is null then 1 else d.price end) as profit
    ) f
    where o.user_id = any (${[...userIds]}::bigint[])
      -- A closing is booked a little after the tick that decided it.
      and (o.status in ('open', 'closing') or (o.status = 'closed' and o.closed_at_ms >= ${untilMs - dayMs}::bigint))
      and was.lots > 0
    group by o.user_id, o.mode`.execute(tx);
  return new Map(
    rows.map(({ userId, mode, floating }) => [
      `${userId} ${mode}`,
      { ...noPositions, floating: floating === null ? undefined : amount(floating) },
    ]),
  );
}
