/**
 * Publishes a change of terms: a new catalogue version that is valid from an instant on, the old row ended at it, and a new
 * row that differs in what was given. Nothing is changed in place: orders keep naming the terms they were accepted under.
 */
import { rate } from '@tessera/shared/money';
import { isPaidForANight, maxSwapOf } from '@tessera/shared/trading';
import { sql } from 'kysely';
import type { SwapMode } from '../products/leverage/tables';
import type { Tx } from '../store/database';

interface TermsOf {
  readonly table: string;
  readonly key: readonly string[];
  /** What may be changed. The spread is not: the feed writes it into its ticks. All else makes another symbol. */
  readonly fields: readonly string[];
}

export const changeableTerms = {
  symbol: {
    table: 'symbol',
    key: ['id'],
    fields: ['lot_min', 'lot_step', 'lot_max', 'stale_after_ms', 'has_spot', 'has_seconds', 'has_leverage'],
  },
  seconds: {
    table: 'seconds_term',
    key: ['asset_class', 'seconds'],
    fields: ['payout_rate', 'fee_rate', 'stake_min', 'stake_max'],
  },
  spot: {
    table: 'spot_term',
    key: ['symbol_id'],
    fields: [
      'quantity_min',
      'quantity_step',
      'quantity_max',
      'total_min',
      'fee_rate',
      'price_band',
      'slippage_cap',
      'tolerated_move',
      'level_quantity',
    ],
  },
  house: { table: 'house_limit', key: ['symbol_id'], fields: ['net_notional'] },
  identity: { table: 'identity_need', key: ['act'], fields: ['level'] },
  leverage: {
    table: 'leverage_term',
    key: ['symbol_id'],
    fields: [
      'leverages',
      'fee_rate',
      'maintenance_rate',
      'margin_call_level',
      'stop_out_level',
      'swap_long',
      'swap_short',
      'tolerated_move',
      'max_positions',
      'min_notional',
      'exposure_limits',
      'closing_leverage',
      'closing_margin_minutes',
    ],
  },
} as const satisfies Record<string, TermsOf>;
export type TermsName = keyof typeof changeableTerms;

export interface TermsChange {
  readonly of: TermsName;
  /** One value for each key column. */
  readonly key: readonly string[];
  /** By column: decimals as text, leverages as a list of numbers, limits as pairs. */
  readonly change: Readonly<Record<string, unknown>>;
  readonly validFromMs: number;
  readonly note: string;
}

/** Terms that the exchange does not publish: the message says which figure, and what it may be at most. */
export class TermsProblem extends Error {}

/**
 * Answers the new version; undefined when there is no such row. Acts as the owner until the transaction ends: the server's own
 * role cannot write terms. Rejects with a TermsProblem, with L0010 when a later version is published already, with 23514 when a bound is broken.
 */
export async function publishTerms(tx: Tx, { of, key, change, validFromMs, note }: TermsChange): Promise<number | undefined> {
  const { table, key: columns }: TermsOf = changeableTerms[of];
  const isRow = sql.join(
    columns.map((column, index) => sql`${sql.ref(column)}::text = ${key[index] ?? ''}`),
    sql` and `,
  );
  await sql`set local role none`.execute(tx);
  await sql`lock table catalog_version in share row exclusive mode`.execute(tx);
  const { rows } = await sql<{ version: number }>`
    insert into catalog_version (version, valid_from_ms, note)
    select max(version) + 1, ${validFromMs}::bigint, ${note} from catalog_version returning version`.execute(tx);
  const version = rows[0]?.version;
  const made = await sql`
    with ended as (
      update ${sql.table(table)} set until_version = ${version}::int where ${isRow} and until_version is null returning *
    )
    insert into ${sql.table(table)}
    select (jsonb_populate_record(null::${sql.table(table)},
      to_jsonb(ended) || ${JSON.stringify(change)}::jsonb || jsonb_build_object('since_version', ${version}::int, 'until_version', null))).*
    from ended`.execute(tx);
  if (made.numAffectedRows !== 1n) return undefined;
  if (of === 'leverage') await refusePaidNights(tx, key[0] ?? '');
  return version;
}

/** A night that brings more than the round trip costs is money for one second over it. */
async function refusePaidNights(tx: Tx, symbolId: string): Promise<void> {
  const { rows } = await sql<{
    mode: SwapMode;
    swapLong: string;
    swapShort: string;
    tripleWeekday: number | null;
    feeRate: string;
    spreadSteps: number;
  }>`
    select t.swap_mode as mode, t.swap_long, t.swap_short, t.triple_weekday, t.fee_rate, s.spread_steps
    from leverage_term t join symbol s on s.id = t.symbol_id and s.until_version is null
    where t.symbol_id = ${symbolId} and t.until_version is null`.execute(tx);
  for (const { tripleWeekday, ...row } of rows) {
    const cost = { ...row, tripleWeekday: tripleWeekday ?? undefined, feeRate: rate(row.feeRate) };
    if (isPaidForANight({ ...cost, swapLong: rate(row.swapLong), swapShort: rate(row.swapShort) }))
      throw new TermsProblem(
        `a swap of ${symbolId} may bring ${maxSwapOf(cost).toString()} a night at most: all nights of one date together must not exceed ${
          row.mode === 'points' ? 'the spread' : 'both fees'
        }`,
      );
  }
}
