/** Spot orders. */
import * as z from 'zod/mini';
import { id, instantMs, paging, positiveText, request, symbolId, uuid } from './wire';

export const entrustment = z.enum(['limit', 'market']);
const spotStatus = z.enum(['new', 'partial', 'filled', 'cancelling', 'cancelled', 'rejected']);
const spotOrder = z.object({
  id,
  symbol: symbolId,
  side: z.enum(['buy', 'sell']),
  entrustment,
  price: z.nullable(positiveText),
  quantity: positiveText,
  filled: positiveText,
  averagePrice: z.nullable(positiveText),
  fee: positiveText,
  status: spotStatus,
  atMs: instantMs,
});
export const spotTrade = {
  request: request({
    action: z.enum(['place', 'cancel', 'list']),
    clientOrderId: z.optional(uuid),
    orderId: z.optional(id),
    symbol: z.optional(symbolId),
    side: z.optional(z.enum(['buy', 'sell'])),
    entrustment: z.optional(entrustment),
    price: z.optional(positiveText),
    quantity: z.optional(positiveText),
    total: z.optional(positiveText),
    ...paging,
  }),
  response: z.object({ orders: z.array(spotOrder), total: z.int() }),
};
