/** The terms that a receipt has to name, as far as an order, or its proof, shows them. The server signs these and more. */
import type { FlashOrder } from '../contract/flash';
import type { LeverageOrder } from '../contract/leverage';
import type { Receipt, ReceiptTerms } from '../contract/receipt';
import type { SecondsOrder } from '../contract/seconds';
import type { SpotOrder } from '../contract/spot';
import { canonicalText, type PublicValue } from './canonicalText';
import type { Receipted } from './receipt';

export const secondsTermsOf = (order: SecondsOrder): ReceiptTerms => ({
  mode: order.mode,
  direction: order.direction,
  seconds: order.seconds,
  asset: order.asset,
  stake: order.stake,
  fee: order.fee,
  payoutRate: order.payoutRate,
  feeRate: order.feeRate,
  ruleVersion: order.ruleVersion,
  expiresAtMs: order.expiresAtMs,
});

/** What the receipt of a seconds contract has to be for. */
export const receiptedSeconds = (order: SecondsOrder): Receipted => ({
  product: 'seconds',
  request: 'order',
  key: order.clientOrderId,
  order: order.id,
  symbol: order.symbol,
  acceptedAtMs: order.acceptedAtMs,
  terms: secondsTermsOf(order),
});

export const spotTermsOf = (order: SpotOrder): ReceiptTerms => ({
  side: order.side,
  entrustment: order.entrustment,
  price: order.price,
  quantity: order.quantity,
  total: order.total,
  feeRate: order.feeRate,
  feeAsset: order.feeAsset,
});

/** All that was agreed to. The hashes of the ticks are the proof's to tell. */
export const flashTermsOf = ({ fromTick, toTick, ...order }: FlashOrder): ReceiptTerms => ({
  from: order.from,
  to: order.to,
  given: order.given,
  received: order.received,
  rate: order.rate,
  fee: order.fee,
  feeRate: order.feeRate,
  fromSpread: order.fromSpread,
  toSpread: order.toSpread,
  fromSeq: fromTick?.seq ?? null,
  fromPrice: fromTick?.price ?? null,
  toSeq: toTick?.seq ?? null,
  toPrice: toTick?.price ?? null,
  quotedAtMs: order.quotedAtMs,
  expiresAtMs: order.expiresAtMs,
  ruleVersion: order.ruleVersion,
  catalogVersion: order.catalogVersion,
});

/** Stops are not among them: they may have been moved since. */
export const leverageTermsOf = (order: LeverageOrder): ReceiptTerms => ({
  direction: order.direction,
  entrustment: order.entrustment,
  marginMode: order.marginMode,
  lots: order.lots,
  leverage: order.leverage,
  contractSize: order.contractSize,
  limitPrice: order.limitPrice,
  feeRate: order.feeRate,
  maintenanceRate: order.maintenanceRate,
  spreadBelow: order.spreadBelow,
  spreadAbove: order.spreadAbove,
});

type RaisedMargin = Pick<LeverageOrder, 'closingMargin'>;

const closingMarginValue = ({ leverage, spans, dates }: NonNullable<RaisedMargin['closingMargin']>): PublicValue => ({
  leverage,
  spans,
  ...(dates === undefined ? {} : { dates }),
});

/** The margin before closings as one term: canonical text of leverage, spans and dates, or null where it is never raised. */
export const closingMarginText = ({ closingMargin }: RaisedMargin): string | null =>
  closingMargin === undefined ? null : canonicalText(closingMarginValue(closingMargin));

/** Receipts from before do not name it. */
export const closingMarginTermOf = (of: RaisedMargin, receipt: Receipt | undefined): ReceiptTerms =>
  receipt?.terms['closingMargin'] === undefined ? {} : { closingMargin: closingMarginText(of) };
