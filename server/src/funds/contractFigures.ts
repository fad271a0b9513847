/**
 * The contract account with its positions valued at the latest quotes: floating profit, what may be used, how close the
 * cross positions are to their end. The database values and adds up in one statement, so every node says the same and what
 * a call handles does not grow with the positions (docs/decisions/0050-positions-are-valued-where-they-are-stored.md).
 */
import type { AccountMode, ContractSummary } from '@tessera/shared/contract';
import { add, amount, isNegative, min, subtract, toText, zero, type Amount } from '@tessera/shared/money';
import { marginLevelOf } from '@tessera/shared/trading';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../store/database';
import { fundingAsset } from './fundingAsset';

export interface ContractOwner {
  readonly userId: number;
  readonly mode: AccountMode;
}

/** The pending and open orders of an account, added up. */
export interface PositionSums {
  readonly orders: number;
  /** Margin and fee that pending orders hold. */
  readonly frozen: Amount;
  /** undefined without an open position, and when one of them has no price: part of a sum would be a wrong sum. */
  readonly floating: Amount | undefined;
  readonly crossMargin: Amount;
  /** What it counts as now: more before a market closes for long. */
  readonly crossRequired: Amount;
  /** As `floating`, of the cross positions. */
  readonly crossFloating: Amount | undefined;
  /** What those of the symbol that was asked about are worth, long and short added up; zero where none was. */
  readonly exposure: Amount;
}

export const noPositions: PositionSums = {
  orders: 0,
  frozen: zero,
  floating: undefined,
  crossMargin: zero,
  crossRequired: zero,
  crossFloating: undefined,
  exposure: zero,
};

export interface SumsRow {
  readonly orders: number;
  readonly frozen: string;
  readonly floating: string | null;
  readonly crossMargin: string;
  readonly crossRequired: string;
  readonly crossFloating: string | null;
  readonly exposure: string;
}

/** Of each owner, in the order given. For who holds the accounts locked, or asks about the orders alone. */
export async function readPositionSums(
  db: Db | Tx,
  owners: readonly ContractOwner[],
  symbolId?: string,
): Promise<readonly PositionSums[]> {
  const sums = owners.map(() => noPositions);
  if (owners.length === 0) return sums;
  const asked = sql`unnest(${owners.map((owner) => owner.userId)}::bigint[], ${owners.map((owner) => owner.mode)}::text[])
    with ordinality w (user_id, mode, place)`;
  const { rows } = await sql<SumsRow & { readonly place: number }>`${sumsOfPositions(asked, symbolId)}`.execute(db);
  for (const row of rows) sums[row.place - 1] = toPositionSums(row);
  return sums;
}

/** A SumsRow for each `place` that has orders; `owners` is a relation `w` of user_id, mode and place. */
export const sumsOfPositions = (owners: RawBuilder<unknown>, symbolId?: string): RawBuilder<unknown> => sql`
  select place, count(*) as orders, coalesce(sum(held) filter (where not is_open), 0) as frozen,
    case when count(floating) = count(*) filter (where is_open) then sum(floating) end as floating,
    coalesce(sum(margin) filter (where is_open and is_cross), 0) as cross_margin,
    coalesce(sum(required) filter (where is_open and is_cross), 0) as cross_required,
    case when count(floating) filter (where is_cross) = count(*) filter (where is_open and is_cross)
      then sum(floating) filter (where is_cross) end as cross_floating,
    trim_scale(round(coalesce(sum(notional) filter (where symbol_id = ${symbolId ?? null}::text), 0), 18)) as exposure
  from (
    select w.place, o.symbol_id, o.price_per_lot * case o.status when 'pending' then o.lots else o.open_lots end as notional,
      o.status <> 'pending' as is_open, o.margin_mode = 'cross' as is_cross, o.margin, o.margin + o.fee_hold as held,
      trim_scale(round(required_margin(o.margin, o.leverage, o.closing_margin, now.ms, now.ms), 18)) as required,
      floating_profit(o.direction, o.open_lots, o.contract_size, o.open_price, h.price, o.spread_below, o.spread_above,
        case when o.divisor_symbol is null then 1 else d.price end) as floating
    from ${owners}
    join leverage_order o on o.user_id = w.user_id and o.mode = w.mode and o.status in ('pending', 'open', 'closing')
    cross join (select coalesce(max(at_ms), 0) as ms from tick_head) now
    left join tick_head h on h.symbol_id = o.symbol_id
    left join tick_head d on d.symbol_id = o.divisor_symbol
  ) valued group by place`;

export const toPositionSums = (row: SumsRow): PositionSums => ({
  orders: row.orders,
  frozen: amount(row.frozen),
  floating: row.floating === null ? undefined : amount(row.floating),
  crossMargin: amount(row.crossMargin),
  crossRequired: amount(row.crossRequired),
  crossFloating: row.crossFloating === null ? undefined : amount(row.crossFloating),
  exposure: amount(row.exposure),
});

/** The same with one more order that waits: it holds something and stands at no price yet. */
export const withPending = (sums: PositionSums, held: Amount): PositionSums => ({
  ...sums,
  orders: sums.orders + 1,
  frozen: add(sums.frozen, held),
});

/** `free` and `held` are the ledger's: the contract account, and what stands in margin. */
export function contractFigures(free: Amount, held: Amount, sums: PositionSums): ContractSummary {
  const { frozen, floating, crossMargin, crossRequired, crossFloating } = sums;
  const balance = add(free, held);
  const level =
    crossFloating === undefined ? undefined : marginLevelOf(add(add(free, crossMargin), crossFloating), crossRequired);
  return {
    asset: fundingAsset,
    balance: toText(balance),
    floatingProfit: floating === undefined ? null : toText(floating),
    usedMargin: toText(subtract(held, frozen)),
    availableMargin: toText(add(free, min(zero, crossFloating ?? zero))),
    netEquity: toText(add(balance, floating ?? zero)),
    marginLevel: level === undefined ? null : toText(level),
    frozen: toText(frozen),
  };
}

/** What may leave the account or back a new position. Never below zero. */
export function availableOf(contract: Pick<ContractSummary, 'availableMargin'>): Amount {
  const available = amount(contract.availableMargin);
  return isNegative(available) ? zero : available;
}
