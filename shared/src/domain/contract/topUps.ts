/** Money in. */
import * as z from 'zod/mini';
import { assetId, id, instantMs, page, paging, positiveText, request, shortText } from './wire';

/** Top-up states in the specification's order. */
export const topUpStatus = z.enum(['callback_in_progress', 'under_review', 'success', 'failure']);
const topUp = z.object({
  id,
  asset: assetId,
  amount: positiveText,
  method: z.enum(['crypto', 'bank_card', 'manual', 'c2c']),
  status: topUpStatus,
  atMs: instantMs,
  reason: z.nullable(z.string()),
});
export const topUpLog = { request: request({ ...paging }), response: page(topUp) };
export const topUpAddress = {
  request: request({ asset: assetId, network: z.optional(shortText) }),
  response: z.object({
    asset: assetId,
    networks: z.array(z.object({ network: z.string(), address: z.string(), min: positiveText, confirmations: z.int() })),
  }),
};
export const topUpRequest = {
  request: request({
    asset: assetId,
    network: z.optional(shortText),
    method: z.enum(['crypto', 'bank_card', 'manual', 'c2c']),
    amount: positiveText,
    uploadIds: z.array(id).check(z.maxLength(52)),
  }),
  response: topUp,
};
