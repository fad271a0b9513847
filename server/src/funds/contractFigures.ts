/**
 * The contract account with its positions valued at the latest quotes: floating profit, what may be used, how close the
 * cross positions are to their end. Prices are read in the same question as the positions, so every node says the same.
 */
import type { AccountMode, ContractSummary, Direction, MarginMode } from '@tessera/shared/contract';
import { add, amount, isNegative, min, price, subtract, toText, zero, type Amount } from '@tessera/shared/money';
import { closingPrice, marginLevelOf, noDivisor, profitOf } from '@tessera/shared/trading';
import { sql } from 'kysely';
import type { Db, Tx } from '../store/database';
import { fundingAsset } from './fundingAsset';

export interface ContractOwner {
  readonly userId: number;
  readonly mode: AccountMode;
}

interface PositionRow {
  readonly place: number;
  readonly isPending: boolean;
  readonly marginMode: MarginMode;
  readonly direction: Direction;
  readonly openLots: string;
  readonly contractSize: string;
  readonly openPrice: string | null;
  readonly margin: string;
  readonly feeHold: string;
  readonly spreadBelow: string;
  readonly spreadAbove: string;
  readonly needsDivisor: boolean;
  /** null until a symbol has ticked. */
  readonly latestPrice: string | null;
  readonly divisorPrice: string | null;
}

const fundingScale = 6;

/** Pending and open orders of each owner, in the order given. */
export async function readPositions(db: Db | Tx, owners: readonly ContractOwner[]): Promise<readonly (readonly PositionRow[])[]> {
  const lists: PositionRow[][] = owners.map(() => []);
  if (owners.length === 0) return lists;
  const { rows } = await sql<PositionRow>`
    select w.place, o.status = 'pending' as is_pending, o.margin_mode, o.direction, o.open_lots, o.contract_size, o.open_price, o.margin, o.fee_hold,
      o.spread_below, o.spread_above, o.divisor_symbol is not null as needs_divisor, h.price as latest_price, d.price as divisor_price
    from unnest(${owners.map((owner) => owner.userId)}::bigint[], ${owners.map((owner) => owner.mode)}::text[]) with ordinality w (user_id, mode, place)
    join leverage_order o on o.user_id = w.user_id and o.mode = w.mode and o.status in ('pending', 'open', 'closing')
    left join tick_head h on h.symbol_id = o.symbol_id
    left join tick_head d on d.symbol_id = o.divisor_symbol`.execute(db);
  for (const row of rows) lists[row.place - 1]?.push(row);
  return lists;
}

/** `free` and `held` are the ledger's: the contract account, and what stands in margin. */
export function contractFigures(free: Amount, held: Amount, rows: readonly PositionRow[]): ContractSummary {
  const positions = rows.filter((row) => !row.isPending);
  const frozen = rows
    .filter((row) => row.isPending)
    .reduce((sum, row) => add(sum, add(amount(row.margin), amount(row.feeHold))), zero);
  const all = floatingOf(positions);
  const cross = positions.filter((row) => row.marginMode === 'cross');
  const crossFloating = floatingOf(cross) ?? zero;
  const crossMargin = cross.reduce((sum, row) => add(sum, amount(row.margin)), zero);
  const balance = add(free, held);
  const isCrossValued = cross.length > 0 && floatingOf(cross) !== undefined;
  const level = isCrossValued ? marginLevelOf(add(add(free, crossMargin), crossFloating), crossMargin) : undefined;
  return {
    asset: fundingAsset,
    balance: toText(balance),
    floatingProfit: positions.length === 0 || all === undefined ? null : toText(all),
    usedMargin: toText(subtract(held, frozen)),
    availableMargin: toText(add(free, min(zero, crossFloating))),
    netEquity: toText(add(balance, all ?? zero)),
    marginLevel: level === undefined ? null : toText(level),
    frozen: toText(frozen),
  };
}

/** undefined when one of them has no price: part of a sum would be a wrong sum. */
function floatingOf(positions: readonly PositionRow[]): Amount | undefined {
  let sum = zero;
  for (const row of positions) {
    if (row.latestPrice === null || row.openPrice === null || (row.needsDivisor && row.divisorPrice === null)) return undefined;
    const closesAt = closingPrice(row.direction, price(row.latestPrice), {
      below: price(row.spreadBelow),
      above: price(row.spreadAbove),
    });
    const valuation = { divisor: row.divisorPrice === null ? noDivisor : price(row.divisorPrice), scale: fundingScale };
    const size = { lots: amount(row.openLots), contractSize: amount(row.contractSize) };
    sum = add(sum, profitOf(row.direction, size, price(row.openPrice), closesAt, valuation));
  }
  return sum;
}

/** What may leave the account or back a new position. Never below zero. */
export function availableOf(contract: Pick<ContractSummary, 'availableMargin'>): Amount {
  const available = amount(contract.availableMargin);
  return isNegative(available) ? zero : available;
}
