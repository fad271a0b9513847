/** An order as it is stored, and as the wire shows it. */
import type { OrderTick, ReceiptTerms, SecondsOrder } from '@tessera/shared/contract';
import { invariant } from '@tessera/shared/errors';
import { secondsTermsOf } from '@tessera/shared/fairness';
import { amount, price, rate, toText } from '@tessera/shared/money';
import type { Selectable } from 'kysely';
import type { SecondsOrderTable } from './tables';

export type OrderRow = Selectable<SecondsOrderTable>;

/** Three columns that are null together make a tick or none. */
export function tickOf(seq: number | null, atMs: number | null, priceText: string | null): OrderTick | null {
  if (seq === null) return null;
  invariant(atMs !== null && priceText !== null, `tick #${seq} has an instant and a price`);
  return { seq, atMs, price: toText(price(priceText)) };
}

const amountText = (text: string): string => toText(amount(text));

export function presentOrder(row: OrderRow, nowMs: number): SecondsOrder {
  return {
    id: String(row.id),
    clientOrderId: row.clientOrderId,
    mode: row.mode,
    symbol: row.symbolId,
    direction: row.direction,
    seconds: row.seconds,
    asset: row.asset,
    stake: amountText(row.stake),
    fee: amountText(row.fee),
    payoutRate: toText(rate(row.payoutRate)),
    feeRate: toText(rate(row.feeRate)),
    ruleVersion: row.ruleVersion,
    status: row.status !== 'settled' && nowMs >= row.expiresAtMs ? 'settling' : row.status,
    acceptedAtMs: row.acceptedAtMs,
    expiresAtMs: row.expiresAtMs,
    entry: tickOf(row.entrySeq, row.entryAtMs, row.entryPrice),
    exit: tickOf(row.exitSeq, row.exitAtMs, row.exitPrice),
    next: tickOf(row.nextSeq, row.nextAtMs, row.nextPrice),
    outcome: row.outcome,
    voidReason: row.voidReason,
    returned: row.returned === null ? null : amountText(row.returned),
    profit: row.profit === null ? null : amountText(row.profit),
    settledAtMs: row.settledAtMs,
  };
}

/** What a receipt says of it: all that was agreed to, and the prices it was judged by. */
export const receiptTermsOf = (row: OrderRow): ReceiptTerms => ({
  ...secondsTermsOf(presentOrder(row, row.acceptedAtMs)),
  catalogVersion: row.catalogVersion,
  quotedPrice: toText(price(row.quotedPrice)),
  quotedSeq: row.quotedSeq,
  acceptedPrice: toText(price(row.acceptedPrice)),
  showsSetOff: true,
});
