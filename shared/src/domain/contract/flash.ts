/** Flash exchange: one asset into another at a rate that stands. */
import * as z from 'zod/mini';
import { assetId, id, instantMs, page, paging, positiveText, request } from './wire';

const flashOrder = z.object({
  id,
  from: assetId,
  to: assetId,
  given: positiveText,
  received: positiveText,
  rate: positiveText,
  fee: positiveText,
  atMs: instantMs,
});
export const flashList = {
  request: request({ from: z.optional(assetId), to: z.optional(assetId), amount: z.optional(positiveText) }),
  response: z.object({
    assets: z.array(z.object({ asset: assetId, min: positiveText, max: positiveText })),
    quote: z.nullable(
      z.object({
        quoteId: id,
        from: assetId,
        to: assetId,
        amount: positiveText,
        received: positiveText,
        rate: positiveText,
        fee: positiveText,
        expiresAtMs: instantMs,
      }),
    ),
  }),
};
export const flash = { request: request({ quoteId: id }), response: flashOrder };
export const flashHistory = { request: request({ ...paging }), response: page(flashOrder) };
