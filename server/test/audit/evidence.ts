/**
 * What the audit reads: the journal with its entries, the tick log, what people asked (the order rows and the catalogue of
 * their version), and the results that were stored. One state of the database, read by its owner.
 */
import pg from 'pg';
import { exact, type Exact } from './exact';

export interface Leg {
  /** "10000001 coin USDT"; the house is 0. */
  readonly account: string;
  readonly mode: string;
  readonly amount: Exact;
  readonly balanceAfter: Exact | undefined;
  readonly version: number | undefined;
}
export interface Journal {
  readonly id: number;
  readonly mode: string;
  readonly kind: string;
  readonly ref: string;
  readonly idem: string;
  readonly atMs: number;
  readonly legs: readonly Leg[];
}

type Loose = Record<string, unknown>;

export interface LoggedTick {
  readonly symbol: string;
  readonly seq: number;
  readonly atMs: number;
  readonly price: Exact;
  readonly priceText: string;
  readonly isLive: boolean;
  readonly hash: Buffer;
  readonly format: number;
  readonly sourceAtMs: number;
  readonly receivedAtMs: number;
  readonly bid: string;
  readonly ask: string;
  /** Empty where there is none. */
  readonly volume: string;
  readonly kind: string;
}
export interface Incident {
  readonly symbol: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly publishedAtMs: number;
}

export interface StoredAccount {
  readonly account: string;
  readonly mode: string;
  readonly isTracked: boolean;
  readonly balance: Exact;
  readonly version: number;
}

export interface Evidence {
  readonly journals: ReadonlyMap<number, Journal>;
  readonly accounts: readonly StoredAccount[];
  readonly scales: ReadonlyMap<string, number>;
  readonly ticks: readonly LoggedTick[];
  readonly incidents: readonly Incident[];
  readonly secondsOrders: readonly SecondsRow[];
  readonly settlePrices: readonly SettlePriceRow[];
  readonly spotOrders: readonly SpotRow[];
  readonly spotFills: readonly SpotFillRow[];
  readonly leverageOrders: readonly LeverageRow[];
  readonly leverageDeals: readonly DealRow[];
  readonly leverageSwaps: readonly SwapRow[];
  /** By user and key: what a repeat of the request would answer. */
  readonly answers: ReadonlyMap<string, string>;
}

interface OfUser {
  readonly id: number;
  readonly userId: number;
  readonly mode: string;
  readonly symbolId: string;
}

export interface SecondsRow extends OfUser {
  readonly assetClass: string;
  readonly direction: 'long' | 'short';
  readonly seconds: number;
  readonly asset: string;
  readonly stake: string;
  readonly fee: string;
  readonly payoutRate: string;
  readonly feeRate: string;
  readonly acceptedAtMs: number;
  readonly expiresAtMs: number;
  readonly openJournalId: number | null;
  readonly status: string;
  readonly entrySeq: number | null;
  readonly entryPrice: string | null;
  readonly exitSeq: number | null;
  readonly exitPrice: string | null;
  readonly nextSeq: number | null;
  readonly outcome: string | null;
  readonly voidReason: string | null;
  readonly returned: string | null;
  readonly profit: string | null;
  readonly settledAtMs: number | null;
  readonly settleJournalId: number | null;
  readonly incidentId: number | null;
  readonly correctionJournalId: number | null;
  /** Of the catalogue's version. */
  readonly termPayoutRate: string;
  readonly termFeeRate: string;
}
export interface SettlePriceRow {
  readonly symbolId: string;
  readonly atMs: number;
  readonly exitSeq: number | null;
  readonly nextSeq: number | null;
}

export interface SpotRow extends OfUser {
  readonly base: string;
  readonly quote: string;
  readonly side: 'buy' | 'sell';
  readonly entrustment: 'limit' | 'market';
  readonly price: string | null;
  readonly quantity: string | null;
  readonly total: string | null;
  readonly seenPrice: string | null;
  readonly feeRate: string;
  readonly acceptedAtMs: number;
  readonly held: string;
  readonly openJournalId: number | null;
  readonly status: string;
  readonly endReason: string | null;
  readonly filled: string;
  readonly filledTotal: string;
  readonly fee: string;
  readonly frozen: string;
  readonly cancelAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly endJournalId: number | null;
  readonly digits: number;
  readonly spreadSteps: number;
  readonly quantityStep: string;
  readonly levelQuantity: string;
  readonly slippageCap: string;
  readonly toleratedMove: string;
  readonly termFeeRate: string;
}
export interface SpotFillRow {
  readonly id: number;
  readonly orderId: number;
  readonly tickSeq: number;
  readonly tickAtMs: number;
  readonly tickPrice: string;
  readonly price: string;
  readonly quantity: string;
  readonly total: string;
  readonly fee: string;
  readonly journalId: number;
}

export interface LeverageRow extends OfUser {
  readonly direction: 'long' | 'short';
  readonly entrustment: 'market' | 'limit';
  readonly asset: string;
  readonly lots: string;
  readonly leverage: number;
  readonly limitPrice: string | null;
  readonly seenPrice: string | null;
  readonly marginMode: 'isolated' | 'cross';
  readonly contractSize: string;
  readonly digits: number;
  readonly feeRate: string;
  readonly maintenanceRate: string;
  readonly stopOutLevel: string;
  readonly ruleVersion: number;
  readonly closingMargin: {
    readonly leverage: number;
    readonly spans: readonly (readonly [number, number])[];
    readonly dates?: readonly (readonly [number, number])[];
  } | null;
  readonly spreadBelow: string;
  readonly spreadAbove: string;
  readonly toleratedMove: string;
  readonly divisorSymbol: string | null;
  readonly swapMode: 'points' | 'rate';
  readonly swapPerNight: string;
  readonly tripleWeekday: number | null;
  readonly rolloverMinute: number;
  readonly acceptedPrice: string;
  readonly acceptedAtMs: number;
  readonly status: string;
  readonly openLots: string;
  readonly margin: string;
  readonly feeHold: string;
  readonly fee: string;
  readonly swap: string;
  readonly profit: string;
  readonly insured: string;
  readonly pricePerLot: string;
  readonly openPrice: string | null;
  readonly openedSeq: number | null;
  readonly openedAtMs: number | null;
  readonly takeProfit: string | null;
  readonly tpSinceMs: number | null;
  readonly stopLoss: string | null;
  readonly slSinceMs: number | null;
  readonly liquidationPrice: string | null;
  readonly closingLots: string | null;
  readonly closeAskedAtMs: number | null;
  readonly closings: number;
  readonly closeReason: string | null;
  readonly cancelReason: string | null;
  readonly askedHeadMs: number | null;
  readonly closedAtMs: number | null;
  readonly holdJournalId: number | null;
  readonly openJournalId: number | null;
  readonly cancelJournalId: number | null;
  /** Of the catalogue's version: what the row must have taken over. */
  readonly term: string;
  readonly taken: string;
  readonly spreadSteps: number;
}
export interface DealRow {
  readonly id: number;
  readonly orderId: number;
  readonly kind: 'open' | 'close';
  readonly reason: string | null;
  readonly lots: string;
  readonly price: string;
  readonly tickSeq: number;
  readonly tickAtMs: number;
  readonly tickPrice: string;
  readonly divisor: string;
  readonly divisorSymbol: string | null;
  readonly divisorSeq: number | null;
  readonly notional: string;
  readonly margin: string;
  readonly fee: string;
  readonly profit: string | null;
  readonly insured: string;
  readonly triggerKind: string;
  readonly triggerPrice: string | null;
  readonly triggerSinceMs: number;
  readonly account: StopOutSnapshot | null;
  readonly journalId: number;
}
export interface StopOutSnapshot {
  readonly free: string;
  readonly tick: { readonly symbol: string; readonly seq: number };
  readonly positions: readonly { readonly orderId: string; readonly tickSeq: number }[];
}
export interface SwapRow {
  readonly orderId: number;
  readonly rolloverMs: number;
  readonly nights: number;
  readonly amount: string;
  readonly tickSeq: number | null;
  readonly divisor: string;
  readonly journalId: number | null;
}

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const wholeNumbers = 20;
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === wholeNumbers ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

const inVersion = (alias: string): string =>
  `${alias}.since_version <= o.catalog_version and (${alias}.until_version is null or ${alias}.until_version > o.catalog_version)`;

/** The connection is within a transaction that sees one state. */
export async function readEvidence(client: pg.ClientBase): Promise<Evidence> {
  const read = async <T>(text: string): Promise<T[]> => {
    const { rows } = await client.query<Loose>({ text, types });
    return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value])) as T);
  };
  const journalRows = await read<Omit<Journal, 'legs'>>('select id, mode, kind, ref, idem, at_ms from journal order by id');
  const legRows = await read<{
    journalId: number;
    account: string;
    mode: string;
    amount: string;
    balanceAfter: string | null;
    accountVersion: number | null;
  }>(
    `select e.journal_id, a.owner_id || ' ' || a.kind || ' ' || a.asset as account, a.mode, e.amount, e.balance_after, e.account_version
     from entry e join account a on a.id = e.account_id order by e.journal_id, e.seq`,
  );
  const legs = new Map<number, Leg[]>();
  for (const row of legRows) {
    const leg = {
      account: row.account,
      mode: row.mode,
      amount: exact(row.amount),
      balanceAfter: row.balanceAfter === null ? undefined : exact(row.balanceAfter),
      version: row.accountVersion ?? undefined,
    };
    const known = legs.get(row.journalId);
    if (known === undefined) legs.set(row.journalId, [leg]);
    else known.push(leg);
  }
  const accounts = await read<Omit<StoredAccount, 'balance'> & { balance: string }>(
    `select owner_id || ' ' || kind || ' ' || asset as account, mode, is_tracked, balance, version from account order by id`,
  );
  const scales = await read<{ id: string; scale: number }>('select id, scale from asset');
  const ticks = await read<Omit<LoggedTick, 'price'>>(
    `select symbol_id as symbol, seq, at_ms, trim_scale(price)::text as price_text, is_live, hash, format, source_at_ms, received_at_ms,
      trim_scale(bid)::text as bid, trim_scale(ask)::text as ask, coalesce(trim_scale(volume)::text, '') as volume, kind
     from tick order by symbol_id, seq`,
  );
  const answers = await read<{ userId: number; key: string; response: string }>(
    'select user_id, key, response from idem_request',
  );
  return {
    journals: new Map(journalRows.map((row) => [row.id, { ...row, legs: legs.get(row.id) ?? [] }])),
    accounts: accounts.map((row) => ({ ...row, balance: exact(row.balance) })),
    scales: new Map(scales.map((row) => [row.id, row.scale])),
    ticks: ticks.map((row) => ({ ...row, price: exact(row.priceText) })),
    incidents: await read<Incident>('select symbol, from_ms, to_ms, published_at_ms from incident'),
    secondsOrders: await read<SecondsRow>(
      `select o.*, t.payout_rate as term_payout_rate, t.fee_rate as term_fee_rate from seconds_order o
       join seconds_term t on t.asset_class = o.asset_class and t.seconds = o.seconds and ${inVersion('t')} order by o.id`,
    ),
    settlePrices: await read<SettlePriceRow>('select symbol_id, at_ms, exit_seq, next_seq from settle_price'),
    spotOrders: await read<SpotRow>(
      `select o.*, s.digits, s.spread_steps, t.quantity_step, t.level_quantity, t.slippage_cap, t.tolerated_move, t.fee_rate as term_fee_rate from spot_order o
       join symbol s on s.id = o.symbol_id and ${inVersion('s')} join spot_term t on t.symbol_id = o.symbol_id and ${inVersion('t')} order by o.id`,
    ),
    spotFills: await read<SpotFillRow>('select * from spot_fill order by order_id, tick_seq'),
    leverageOrders: await read<LeverageRow>(
      `select o.*, s.spread_steps,
         concat_ws(' ', o.margin_mode, o.contract_size::float8, o.digits, o.fee_rate::float8, o.maintenance_rate::float8, o.stop_out_level::float8, o.tolerated_move::float8,
           o.swap_mode, o.swap_per_night::float8, o.rollover_minute, coalesce(o.triple_weekday, -1), coalesce(o.divisor_symbol, '-')) as taken,
         concat_ws(' ', t.margin_mode, s.contract_size::float8, s.digits, t.fee_rate::float8, t.maintenance_rate::float8, t.stop_out_level::float8, t.tolerated_move::float8,
           t.swap_mode, (case o.direction when 'long' then t.swap_long else t.swap_short end)::float8, t.rollover_minute, coalesce(t.triple_weekday, -1), coalesce(t.divisor_symbol, '-')) as term
       from leverage_order o join symbol s on s.id = o.symbol_id and ${inVersion('s')} join leverage_term t on t.symbol_id = o.symbol_id and ${inVersion('t')} order by o.id`,
    ),
    leverageDeals: await read<DealRow>('select * from leverage_deal order by id'),
    leverageSwaps: await read<SwapRow>('select * from leverage_swap order by order_id, rollover_ms'),
    answers: new Map(answers.map((row) => [`${row.userId} ${row.key}`, row.response])),
  };
}
