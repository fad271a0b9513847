/** Prices that a person waits for. One that is reached is a message (price_reached) and waits no more. */
import * as z from 'zod/mini';
import { done, id, instantMs, positiveText, request, symbolId } from './wire';

/** Reached by the first tick at the price or beyond it. */
export const alertDirection = z.enum(['above', 'below']);
export type AlertDirection = z.infer<typeof alertDirection>;
export const priceAlert = z.object({ id, symbol: symbolId, direction: alertDirection, price: positiveText, setAtMs: instantMs });
export type PriceAlert = z.infer<typeof priceAlert>;

/** Those that wait, newest first; `max` may wait at once. */
export const alertList = {
  request: request({ symbol: z.optional(symbolId) }),
  response: z.object({ items: z.array(priceAlert), max: z.int() }),
};
/** A repeat answers the alert that waits already. */
export const alertSet = {
  request: request({ symbol: symbolId, direction: alertDirection, price: positiveText }),
  response: priceAlert,
};
export const alertDelete = { request: request({ id }), response: done };
