/** Money out. */
import * as z from 'zod/mini';
import { assetId, id, instantMs, page, paging, positiveText, request, shortText } from './wire';

/** Withdrawal states in the specification's order; the first two read the same and differ in who reviews. */
export const withdrawalStatus = z.enum(['under_review', 'second_review', 'success', 'failure']);
const withdrawal = z.object({
  id,
  asset: assetId,
  amount: positiveText,
  fee: positiveText,
  address: z.string(),
  status: withdrawalStatus,
  atMs: instantMs,
  reason: z.nullable(z.string()),
});
export const withdrawalLog = { request: request({ ...paging }), response: page(withdrawal) };
export const withdraw = {
  request: request({
    asset: assetId,
    amount: positiveText,
    addressId: id,
    paymentPassword: shortText,
    totp: z.optional(z.string().check(z.regex(/^\d{6}$/))),
  }),
  response: withdrawal,
};
