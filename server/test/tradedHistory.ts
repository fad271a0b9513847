/**
 * Orders that ended, written straight into the tables: for tests that count a history and need thousands of orders, or
 * exact instants. Foreign keys and triggers rest meanwhile; the tables' own checks do not.
 */
import { randomUUID } from 'node:crypto';
import type { AccountMode, Direction } from '@tessera/shared/contract';
import type pg from 'pg';

interface Ended {
  readonly userId: number;
  readonly mode: AccountMode;
  readonly symbol: string;
  readonly direction: Direction;
  readonly atMs: number;
}
export interface EndedSeconds extends Ended {
  readonly outcome: 'won' | 'lost' | 'equal' | 'void';
  readonly stake: string;
  readonly fee: string;
  /** stake + payout, stake + fee, or 0. */
  readonly returned: string;
}
/** A position of one lot, closed whole. gain = profit - fee + swap. */
export interface EndedLeverage extends Ended {
  readonly profit: string;
  /** For opening and closing. */
  readonly fee: string;
  readonly swap: string;
  /** What insurance paid of the loss; 0 unless said. */
  readonly insured?: string;
  readonly openNotional: string;
  readonly closeNotional: string;
}
/** long: a purchase. Nothing filled: cancelled by the person. */
export interface EndedSpot extends Ended {
  readonly filledTotal: string;
}

type Row = Readonly<Record<string, string | number | null>>;

const catalogVersion = 1;
const journalId = 1;
const tickAt = (name: string, atMs: number): Row => ({ [`${name}_seq`]: 1, [`${name}_at_ms`]: atMs, [`${name}_price`]: '100' });

function secondsRow({ userId, mode, symbol, direction, atMs, outcome, stake, fee, returned }: EndedSeconds): Row {
  const acceptedAtMs = atMs - 31_000;
  return {
    user_id: userId,
    mode,
    client_order_id: randomUUID(),
    symbol_id: symbol,
    asset_class: symbol.endsWith('-USDT') ? 'crypto' : 'forex',
    direction,
    seconds: 30,
    asset: 'USDT',
    stake,
    fee,
    payout_rate: '0.8',
    fee_rate: '0.02',
    rule_version: 1,
    catalog_version: catalogVersion,
    quoted_price: '100',
    quoted_seq: 1,
    accepted_price: '100',
    accepted_seq: 1,
    accepted_at_ms: acceptedAtMs,
    expires_at_ms: acceptedAtMs + 30_000,
    open_journal_id: journalId,
    status: 'settled',
    ...tickAt('entry', acceptedAtMs + 1),
    ...tickAt('exit', acceptedAtMs + 29_000),
    outcome,
    void_reason: outcome === 'void' ? 'exit_tick_too_old' : null,
    returned,
    profit: null,
    settled_at_ms: atMs,
    settle_journal_id: journalId,
  };
}

function spotRow({ userId, mode, symbol, direction, atMs, filledTotal }: EndedSpot): Row {
  const isFilled = filledTotal !== '0';
  return {
    user_id: userId,
    mode,
    client_order_id: randomUUID(),
    symbol_id: symbol,
    base: symbol.split('-')[0] ?? '',
    quote: 'USDT',
    side: direction === 'long' ? 'buy' : 'sell',
    entrustment: 'limit',
    price: '100',
    quantity: '1',
    fee_rate: '0.001',
    rule_version: 1,
    catalog_version: catalogVersion,
    accepted_price: '100',
    accepted_seq: 1,
    accepted_at_ms: atMs - 5000,
    held: '1000000',
    open_journal_id: journalId,
    status: isFilled ? 'filled' : 'cancelled',
    end_reason: isFilled ? null : 'user',
    filled: isFilled ? '1' : '0',
    filled_total: filledTotal,
    fee: '0',
    frozen: '0',
    cancel_at_ms: isFilled ? null : atMs,
    looked_at_ms: atMs,
    is_due: 'false',
    updated_at_ms: atMs,
    ended_at_ms: atMs,
  };
}

function leverageRow({ userId, mode, symbol, direction, atMs, profit, fee, swap, insured = '0' }: EndedLeverage): Row {
  const acceptedAtMs = atMs - 60_000;
  return {
    user_id: userId,
    mode,
    client_order_id: randomUUID(),
    symbol_id: symbol,
    asset_class: symbol.endsWith('-USDT') ? 'crypto' : 'forex',
    direction,
    entrustment: 'market',
    asset: 'USDT',
    lots: '1',
    leverage: 10,
    seen_price: '100',
    catalog_version: catalogVersion,
    rule_version: 1,
    margin_mode: 'isolated',
    contract_size: '1',
    digits: 2,
    fee_rate: '0.001',
    maintenance_rate: '0.005',
    stop_out_level: '0.5',
    spread_below: '0.1',
    spread_above: '0.1',
    tolerated_move: '0.001',
    swap_mode: 'rate',
    swap_per_night: '-0.0001',
    rollover_minute: 0,
    accepted_seq: 1,
    accepted_price: '100',
    accepted_at_ms: acceptedAtMs,
    status: 'closed',
    open_lots: '0',
    margin: '0',
    fee_hold: '0',
    fee,
    swap,
    profit,
    insured,
    price_per_lot: '100',
    open_price: '100',
    opened_seq: 2,
    opened_at_ms: acceptedAtMs + 1,
    closings: 1,
    close_turnover: '100',
    close_reason: 'user',
    closed_at_ms: atMs,
  };
}

const dealRow = (order: EndedLeverage, orderId: string, kind: 'open' | 'close'): Row => ({
  order_id: orderId,
  user_id: order.userId,
  mode: order.mode,
  symbol_id: order.symbol,
  direction: order.direction,
  kind,
  reason: kind === 'open' ? null : 'user',
  lots: '1',
  price: '100',
  tick_seq: 2,
  tick_at_ms: order.atMs,
  tick_price: '100',
  divisor: '1',
  notional: kind === 'open' ? order.openNotional : order.closeNotional,
  margin: '10',
  fee: '0',
  profit: kind === 'open' ? null : order.profit,
  insured: '0',
  trigger_kind: kind === 'open' ? 'market' : 'close',
  trigger_since_ms: order.atMs,
  rule_version: 1,
  journal_id: journalId,
  at_ms: order.atMs,
});

export const writeSeconds = (owner: pg.Pool, orders: readonly EndedSeconds[]): Promise<void> =>
  insert(owner, 'seconds_order', orders.map(secondsRow), { profit: 'returned - stake - fee' });
export const writeSpot = (owner: pg.Pool, orders: readonly EndedSpot[]): Promise<void> =>
  insert(owner, 'spot_order', orders.map(spotRow));
export async function writeLeverage(owner: pg.Pool, orders: readonly EndedLeverage[]): Promise<void> {
  const rows = orders.map(leverageRow);
  await insert(owner, 'leverage_order', rows);
  const clientIds = rows.map((row) => row['client_order_id']);
  const { rows: made } = await owner.query<{ id: string }>(
    'select id from leverage_order where client_order_id = any ($1::uuid[]) order by array_position($1::uuid[], client_order_id)',
    [clientIds],
  );
  await insert(
    owner,
    'leverage_deal',
    orders.flatMap((order, index) => [
      dealRow(order, made[index]?.id ?? '', 'open'),
      dealRow(order, made[index]?.id ?? '', 'close'),
    ]),
  );
}

/** The sums of ended orders, which triggers would have kept. */
export async function tallyOrders(owner: pg.Pool): Promise<void> {
  await owner.query(`
    delete from order_tally;
    insert into order_tally
    select user_id, mode, product, symbol_id, side, accepted_at_ms / 86400000, asset_class,
      count(*), sum(won), sum(lost), sum(returned), sum(volume), sum(fee), sum(swap), sum(profit)
    from ended_order group by 1, 2, 3, 4, 5, 6, 7`);
}

/** One statement for all rows, with the columns of the first; `computed` columns are SQL over the others. */
async function insert(
  owner: pg.Pool,
  table: string,
  rows: readonly Row[],
  computed: Readonly<Record<string, string>> = {},
): Promise<void> {
  const first = rows[0];
  if (first === undefined) return;
  const columns = Object.keys(first);
  const chosen = columns.map((column) => computed[column] ?? column).join(', ');
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(
      `insert into ${table} (${columns.join(', ')}) select ${chosen} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
  await tallyOrders(owner);
}
