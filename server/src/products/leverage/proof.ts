/**
 * Everything that its holder needs to recompute one deal: the order, what was open before, the trigger, the run of ticks,
 * the conversion, the account of a stop-out, and of every tick beside the run that it was the last one. Only read here, never concluded: conclusions are the browser's.
 */
import type { LeverageProof, LeverageSwap, Tick } from '@tessera/shared/contract';
import { AppError, invariant } from '@tessera/shared/errors';
import { amount, price, rate, toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import { readProvenRun } from '../../feed/provenRun';
import { readTicks } from '../../feed/tickLog';
import { fundingAsset } from '../../funds/fundingAsset';
import type { SignedIn } from '../../http/handler';
import { assetScales } from '../../ledger/Ledger';
import { withReceipts } from '../../record/Receipts';
import type { Db } from '../../store/database';
import { parseRowId, rowId } from '../../store/rowId';
import { readLastTicks } from './lastTicks';
import type { OrderRow } from './leveragedOrder';
import { presentClosingMargin, presentDeal, presentOrder, type DealRow } from './orderRow';

export async function proveDeal(db: Db, user: SignedIn, dealId: string): Promise<LeverageProof> {
  const row = await findOwnDeal(db, user, dealId);
  const order = await db.selectFrom('leverageOrder').selectAll().where('id', '=', row.orderId).executeTakeFirstOrThrow();
  const earlier = await db
    .selectFrom('leverageDeal')
    .selectAll()
    .where('orderId', '=', row.orderId)
    .where('id', '<', row.id)
    .orderBy('id')
    .execute();
  const account = await accountOf(db, row);
  const scale = (await assetScales(db)).get(order.asset);
  invariant(scale !== undefined, `the book has the asset ${order.asset}`);
  const deal = presentDeal(row);
  const swaps = await readSwaps(db, order, account?.tick.atMs ?? row.tickAtMs);
  const divisorTick =
    row.divisorSymbol === null || row.divisorSeq === null ? null : await readTick(db, row.divisorSymbol, row.divisorSeq);
  const nightTerms = { mode: order.swapMode, perNight: toText(rate(order.swapPerNight)), tripleWeekday: order.tripleWeekday };
  const opening = earlier.find(({ kind }) => kind === 'open');
  const openingTick = opening && (await readTicks(db, row.symbolId, opening.tickSeq, opening.tickSeq))[0];
  const conversions = await readLastTicks(db, { deal, openingTick, divisorTick, account, swaps, nightTerms });
  return {
    order: await withReceipts(db, 'leverage', presentOrder(order), { beforeSeq: row.tickSeq }),
    deal,
    ruleVersion: row.ruleVersion,
    digits: order.digits,
    assetScale: scale,
    trigger: {
      kind: row.triggerKind,
      price: row.triggerPrice === null ? null : toText(price(row.triggerPrice)),
      sinceMs: row.triggerSinceMs,
    },
    toleratedMove: toText(rate(order.toleratedMove)),
    earlier: earlier.map(presentDeal),
    nightTerms,
    swaps,
    ...(await readProvenRun(db, row.symbolId, row.triggerSinceMs, { seq: row.tickSeq, atMs: row.tickAtMs })),
    divisorTick,
    account,
    ...(conversions.length === 0 ? {} : { conversions }),
  };
}

/** The same answer for a deal that is not there and for one that is somebody else's. */
async function findOwnDeal(db: Db, user: SignedIn, dealId: string): Promise<DealRow> {
  const id = parseRowId(dealId);
  const row =
    id === undefined
      ? undefined
      : await db
          .selectFrom('leverageDeal')
          .selectAll()
          .where('id', '=', id)
          .where('userId', '=', rowId(user.userId))
          .where('mode', '=', user.mode)
          .executeTakeFirst();
  if (row === undefined) throw new AppError('ORDER_NOT_FOUND');
  return row;
}

/** The nights up to an instant, with the ticks that valued them; the margin's part of each stands in its journal. */
async function readSwaps(
  db: Db,
  { id, symbolId, divisorSymbol }: Pick<OrderRow, 'id' | 'symbolId' | 'divisorSymbol'>,
  untilMs: number,
): Promise<LeverageSwap[]> {
  const { rows } = await sql<{
    rolloverMs: number;
    nights: number;
    amount: string;
    fromMargin: string;
    tickSeq: number | null;
    divisorSeq: number | null;
  }>`
    select s.rollover_ms, s.nights, s.amount, s.tick_seq, s.divisor_seq, coalesce((
      select -sum(e.amount) from entry e join account a on a.id = e.account_id
      where e.journal_id = s.journal_id and a.kind = 'margin' and a.owner_id <> 0
    ), 0) as from_margin
    from leverage_swap s where s.order_id = ${id} and s.rollover_ms <= ${untilMs}::bigint order by s.rollover_ms`.execute(db);
  return Promise.all(
    rows.map(async ({ tickSeq, divisorSeq, ...row }) => {
      const isConversionKnown = divisorSymbol === null || divisorSeq !== null;
      const [tick] = tickSeq === null || !isConversionKnown ? [] : await readTicks(db, symbolId, tickSeq, tickSeq);
      const [divisorTick] =
        divisorSymbol === null || divisorSeq === null ? [] : await readTicks(db, divisorSymbol, divisorSeq, divisorSeq);
      return {
        ...row,
        amount: toText(amount(row.amount)),
        fromMargin: toText(amount(row.fromMargin)),
        ...(tick === undefined ? {} : { tick }),
        ...(divisorTick === undefined ? {} : { divisorTick }),
      };
    }),
  );
}

async function accountOf(db: Db, { account, reason, userId, mode }: DealRow): Promise<LeverageProof['account']> {
  if (account === null) return null;
  const ids = account.positions.map(({ orderId }) => rowId(orderId));
  const orders = await db
    .selectFrom('leverageOrder')
    .select(['id', 'feeRate', 'leverage', 'closingMargin'])
    .where('id', 'in', ids)
    .execute();
  const terms = new Map(orders.map((order) => [String(order.id), order]));
  return {
    free: account.free,
    ...(reason === 'stop_out' ? { before: await balanceBefore(db, { userId, mode }, ids) } : {}),
    stopOutLevel: account.stopOutLevel,
    tick: await readTick(db, account.tick.symbol, account.tick.seq),
    positions: await Promise.all(
      account.positions.map(async ({ tickSeq, tickPrice: _, divisorSymbol, divisorSeq, ...position }) => {
        const order = terms.get(position.orderId);
        invariant(order !== undefined, `order ${position.orderId} of the stop-out is there`);
        return {
          ...position,
          leverage: order.leverage,
          ...(order.closingMargin === null ? {} : { closingMargin: presentClosingMargin(order.closingMargin) }),
          feeRate: toText(rate(order.feeRate)),
          tick: await readTick(db, position.symbol, tickSeq),
          divisorTick: divisorSymbol === null || divisorSeq === null ? null : await readTick(db, divisorSymbol, divisorSeq),
        };
      }),
    ),
  };
}

/** The record of the contract account before those of the stop-out that ended these orders, and the balance that it left. */
async function balanceBefore(
  db: Db,
  { userId, mode }: Pick<DealRow, 'userId' | 'mode'>,
  orderIds: readonly number[],
): Promise<{ version: number; balance: string }> {
  const { rows } = await sql<{ version: number; balance: string }>`
    with held as (
      select id from account where owner_id = ${userId} and mode = ${mode} and kind = 'contract' and asset = ${fundingAsset}
    ), ending as (
      select journal_id from leverage_deal where order_id = any (${[...orderIds]}::bigint[]) and trigger_kind = 'stop_out'
    ), first_own as (
      select e.account_version - 1 as version, e.balance_after - e.amount as balance
      from held h join entry e on e.account_id = h.id and e.journal_id in (select journal_id from ending)
      order by e.account_version limit 1
    ), last_other as (
      select e.account_version as version, e.balance_after as balance from held h cross join lateral (
        select account_version, balance_after from entry
        where account_id = h.id and journal_id < (select min(journal_id) from ending) order by account_version desc limit 1
      ) e
    )
    select * from first_own union all select * from last_other where not exists (select from first_own)`.execute(db);
  const [row] = rows;
  return { version: row?.version ?? 0, balance: toText(amount(row?.balance ?? '0')) };
}

async function readTick(db: Db, symbol: string, seq: number): Promise<Tick> {
  const [tick] = await readTicks(db, symbol, seq, seq);
  invariant(tick !== undefined, `tick ${seq} of ${symbol}, which decided, is in the log`);
  return tick;
}
