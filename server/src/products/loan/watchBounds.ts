/** Which ticks may concern a loan: none, all from an instant on, or those that cross a bound. */
import {
  add,
  amount,
  divide,
  isPositive,
  multiply,
  rate,
  subtract,
  toText,
  zero,
  type Amount,
  type Price,
  type Rate,
} from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Tx } from '../../store/database';
import { debtOf, type HeldLoan } from './loanRow';

/** Debt or collateral has changed: every tick that was not checked yet is checked. */
export async function markDue(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update loan l set is_due = true, looked_at_ms = case when l.is_due then l.looked_at_ms else greatest(l.looked_at_ms, (
      select min(t.at_ms) from loan_collateral c join loan_cursor k using (symbol_id) join tick t on t.symbol_id = k.symbol_id and t.seq = k.seq
      where c.loan_id = l.id)) end
    where l.id = any (${ids}::bigint[])`.execute(tx);
}

/** Ticks no longer concern the loan. */
export async function forgetWatchBounds(tx: Tx, loanId: number): Promise<void> {
  await tx.updateTable('loanCollateral').set({ watchBelow: null, watchAbove: null }).where('loanId', '=', loanId).execute();
}

export interface Watched {
  readonly symbolId: string;
  readonly below: Price | undefined;
  readonly above: Price | undefined;
}

const [exactScale, watchScale] = [60, 18];

/**
 * The bounds between which nothing can happen: while the ticks of every coin stay strictly between its two bounds, the value by the newest ticks
 * stays on this side of both levels, so the two prices cannot both reach one. `last`: the newest known prices, by market.
 */
export function watchBoundsOf({ row, collateral }: HeldLoan, last: ReadonlyMap<string, Price>): Watched[] {
  const { owed } = debtOf(row);
  const worth = (isCoin: boolean): Amount =>
    collateral
      .filter(({ symbolId }) => (symbolId !== null) === isCoin)
      .reduce((sum, one) => {
        const at = one.symbolId === null ? rate('1') : (last.get(one.symbolId) ?? rate('0'));
        return add(sum, multiply(multiply(amount(one.amount), at, exactScale, 'down'), rate(one.weight), exactScale, 'down'));
      }, zero);
  const [coins, fixed] = [worth(true), worth(false)];
  // The value that the coins must have at a level, as a share of their present value.
  const shareAt = (level: string): Rate | undefined => {
    const needed = subtract(divide(owed, rate(level), exactScale, 'up') as unknown as Amount, fixed);
    return isPositive(needed) && isPositive(coins) ? divide(needed, coins, exactScale, 'up') : undefined;
  };
  const below = shareAt(row.isCalled ? row.liquidationLtv : row.callLtv);
  const above = row.isCalled ? shareAt(row.initialLtv) : undefined;
  const symbols = [...new Set(collateral.flatMap(({ symbolId }) => symbolId ?? []))];
  return symbols.map((symbolId) => {
    const at = last.get(symbolId);
    const of = (share: Rate | undefined, rounding: 'up' | 'down'): Price | undefined =>
      share === undefined || at === undefined ? undefined : multiply(at, share, watchScale, rounding);
    return { symbolId, below: of(below, 'up'), above: of(above, 'down') };
  });
}

/** Only bounds that have changed are written: some loans are looked at with every tick. */
export async function keepWatchBounds(tx: Tx, loanId: number, watched: readonly Watched[]): Promise<void> {
  const textOf = (bound: Price | undefined): string | null => (bound === undefined ? null : toText(bound));
  await sql`
    update loan_collateral c set watch_below = w.below, watch_above = w.above
    from unnest(
      ${watched.map(({ symbolId }) => symbolId)}::text[], ${watched.map(({ below }) => textOf(below))}::numeric[],
      ${watched.map(({ above }) => textOf(above))}::numeric[]
    ) w (symbol_id, below, above)
    where c.loan_id = ${loanId} and c.symbol_id = w.symbol_id and (c.watch_below, c.watch_above) is distinct from (w.below, w.above)`.execute(
    tx,
  );
}

/** From now on the ticks of its markets are checked against loans. */
export async function followMarkets(tx: Tx, loanId: number): Promise<void> {
  await sql`
    insert into loan_cursor (symbol_id, seq) select h.symbol_id, h.seq from tick_head h
    where exists (select from loan_collateral c where c.loan_id = ${loanId} and c.symbol_id = h.symbol_id)
      and not exists (select from loan_cursor c where c.symbol_id = h.symbol_id) order by 1 on conflict do nothing`.execute(tx);
}
