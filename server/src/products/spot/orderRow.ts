/** A spot order as it is stored with what decides about it, and as the wire shows it. */
import type { SpotFill, SpotOrder } from '@tessera/shared/contract';
import { amount, divide, isZero, price, rate, toText } from '@tessera/shared/money';
import type { SpotDecisionTerms, SpotIntention, SpotProgress } from '@tessera/shared/trading';
import { sql, type QueryExecutorProvider, type RawBuilder, type Selectable } from 'kysely';
import type { SpotFillTable, SpotOrderTable } from './tables';

/** The catalogue's figures of the version under which an order was accepted. */
interface TermColumns {
  readonly digits: number;
  readonly spreadSteps: number;
  readonly quoteScale: number;
  readonly quantityStep: string;
  readonly levelQuantity: string;
  readonly slippageCap: string;
  readonly toleratedMove: string;
}
export type SpotOrderRow = Selectable<SpotOrderTable> & TermColumns;
export type SpotFillRow = Selectable<SpotFillTable>;

const ofVersion = (alias: string) => {
  const [since, until, version] = [
    sql.ref(`${alias}.sinceVersion`),
    sql.ref(`${alias}.untilVersion`),
    sql.ref('o.catalogVersion'),
  ];
  return sql`${since} <= ${version} and (${until} is null or ${until} > ${version})`;
};

/** Orders `o` with their terms; what follows is up to the asker. */
export const selectSpotOrders = (rest: RawBuilder<unknown>): RawBuilder<SpotOrderRow> => sql<SpotOrderRow>`
  select o.*, s.digits, s.spread_steps, asset.scale as quote_scale, t.quantity_step, t.level_quantity, t.slippage_cap, t.tolerated_move
  from spot_order o
  join symbol s on s.id = o.symbol_id and ${ofVersion('s')}
  join spot_term t on t.symbol_id = o.symbol_id and ${ofVersion('t')}
  join asset on asset.id = o.quote ${rest}`;

/** In the order of their ticks. */
export async function readFills(
  db: QueryExecutorProvider,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, SpotFillRow[]>> {
  const fills = new Map<number, SpotFillRow[]>();
  if (orderIds.length === 0) return fills;
  const { rows } = await sql<SpotFillRow>`
    select * from spot_fill where order_id = any (${orderIds}::bigint[]) order by order_id, tick_seq`.execute(db);
  for (const row of rows) fills.set(row.orderId, [...(fills.get(row.orderId) ?? []), row]);
  return fills;
}

/** With their fills, in the order asked for. */
export async function readSpotOrders(db: QueryExecutorProvider, rest: RawBuilder<unknown>): Promise<SpotOrder[]> {
  const { rows } = await selectSpotOrders(rest).execute(db);
  const fills = await readFills(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => presentSpotOrder(row, fills.get(row.id) ?? []));
}

const optional = <T>(text: string | null, read: (text: string) => T): T | undefined => (text === null ? undefined : read(text));

export const intentionOf = (row: SpotOrderRow): SpotIntention => ({
  side: row.side,
  entrustment: row.entrustment,
  price: optional(row.price, price),
  quantity: optional(row.quantity, amount),
  total: optional(row.total, amount),
  seenPrice: optional(row.seenPrice, price),
  feeRate: rate(row.feeRate),
  acceptedAtMs: row.acceptedAtMs,
  cancelAtMs: row.cancelAtMs ?? undefined,
});

export const decisionTermsOf = (row: TermColumns): SpotDecisionTerms => ({
  book: {
    digits: row.digits,
    spreadSteps: row.spreadSteps,
    levelQuantity: amount(row.levelQuantity),
    quantityStep: amount(row.quantityStep),
  },
  slippageCap: rate(row.slippageCap),
  toleratedMove: rate(row.toleratedMove),
  quoteScale: row.quoteScale,
});

export const progressOf = (row: Pick<SpotOrderRow, 'filled' | 'filledTotal' | 'fee'>): SpotProgress => ({
  filled: amount(row.filled),
  filledTotal: amount(row.filledTotal),
  fee: amount(row.fee),
});

const amountText = (text: string): string => toText(amount(text));

/** Of one fill its own; of several the nearest to what was paid for all of them. */
function averagePrice({ filled, filledTotal, digits }: SpotOrderRow, fills: readonly SpotFillRow[]): string | null {
  if (isZero(amount(filled))) return null;
  const [only, ...others] = fills;
  if (only !== undefined && others.length === 0) return toText(price(only.price));
  return toText(divide(amount(filledTotal), amount(filled), digits, 'halfEven'));
}

const presentFill = (row: SpotFillRow): SpotFill => ({
  id: String(row.id),
  seq: row.tickSeq,
  atMs: row.tickAtMs,
  tickPrice: toText(price(row.tickPrice)),
  price: toText(price(row.price)),
  quantity: amountText(row.quantity),
  total: amountText(row.total),
  fee: amountText(row.fee),
});

export const presentSpotOrder = (row: SpotOrderRow, fills: readonly SpotFillRow[]): SpotOrder => ({
  id: String(row.id),
  clientOrderId: row.clientOrderId,
  symbol: row.symbolId,
  side: row.side,
  entrustment: row.entrustment,
  price: row.price === null ? null : toText(price(row.price)),
  quantity: row.quantity === null ? null : amountText(row.quantity),
  total: row.total === null ? null : amountText(row.total),
  filled: amountText(row.filled),
  filledTotal: amountText(row.filledTotal),
  averagePrice: averagePrice(row, fills),
  fee: amountText(row.fee),
  feeRate: toText(rate(row.feeRate)),
  feeAsset: row.quote,
  frozen: amountText(row.frozen),
  frozenAsset: row.side === 'buy' ? row.quote : row.base,
  status: row.status,
  endReason: row.endReason,
  acceptedAtMs: row.acceptedAtMs,
  updatedAtMs: row.updatedAtMs,
  fills: fills.map(presentFill),
});
