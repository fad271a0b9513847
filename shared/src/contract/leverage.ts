/** Leveraged positions on crypto, forex and metals. */
import * as z from 'zod/mini';
import { entrustment } from './spot';
import { decimalText, direction, done, id, instantMs, page, paging, positiveText, request, symbolId, uuid } from './wire';

const positionStatus = z.enum(['pending', 'open', 'closing', 'closed', 'cancelled']);
export const leverageOrder = z.object({
  id,
  symbol: symbolId,
  direction,
  entrustment,
  lots: positiveText,
  leverage: z.int(),
  pricePerLot: positiveText,
  openPrice: z.nullable(positiveText),
  limitPrice: z.nullable(positiveText),
  currentPrice: z.nullable(positiveText),
  closePrice: z.nullable(positiveText),
  margin: positiveText,
  fee: positiveText,
  swap: decimalText,
  takeProfit: z.nullable(positiveText),
  stopLoss: z.nullable(positiveText),
  liquidationPrice: z.nullable(positiveText),
  profit: z.nullable(decimalText),
  status: positionStatus,
  openedAtMs: z.nullable(instantMs),
  closedAtMs: z.nullable(instantMs),
});
export const leverageTerms = {
  request: request({ symbol: symbolId }),
  response: z.object({
    symbol: symbolId,
    leverages: z.array(z.int()),
    lotMin: positiveText,
    lotStep: positiveText,
    lotMax: positiveText,
    contractSize: positiveText,
    feeRate: positiveText,
    spread: positiveText,
    maintenanceRate: positiveText,
    swapLong: decimalText,
    swapShort: decimalText,
    available: positiveText,
    open: z.array(leverageOrder),
    pending: z.array(leverageOrder),
  }),
};
export const leverageSubmit = {
  request: request({
    clientOrderId: uuid,
    symbol: symbolId,
    direction,
    entrustment,
    lots: positiveText,
    leverage: z.int(),
    limitPrice: z.optional(positiveText),
    takeProfit: z.optional(positiveText),
    stopLoss: z.optional(positiveText),
  }),
  response: leverageOrder,
};
export const leverageClose = { request: request({ id, lots: z.optional(positiveText) }), response: leverageOrder };
export const leverageSetStop = {
  request: request({ id, takeProfit: z.optional(z.nullable(positiveText)), stopLoss: z.optional(z.nullable(positiveText)) }),
  response: leverageOrder,
};
export const leverageCloseAll = {
  request: request({ symbol: z.optional(symbolId), action: z.enum(['close', 'cancel']) }),
  response: done,
};
export const leverageMine = {
  request: request({ status: z.enum(['pending', 'open', 'history']), symbol: z.optional(symbolId), ...paging }),
  response: page(leverageOrder),
};
