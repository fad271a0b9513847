/** Where money may go: bank cards and wallet addresses of a person. */
import * as z from 'zod/mini';
import { assetId, done, id, instantMs, request, shortText } from './wire';

const payee = z.object({
  id,
  kind: z.enum(['bank_card', 'wallet']),
  asset: z.nullable(assetId),
  network: z.nullable(z.string()),
  label: z.string(),
  masked: z.string(),
  usableFromMs: instantMs,
});
export const payeeList = { request: request({}), response: z.object({ items: z.array(payee) }) };
export const payeeSave = {
  request: request({
    kind: z.enum(['bank_card', 'wallet']),
    cardNumber: z.optional(shortText),
    holderName: z.optional(shortText),
    bankName: z.optional(shortText),
    asset: z.optional(assetId),
    network: z.optional(shortText),
    address: z.optional(shortText),
    label: z.optional(shortText),
    paymentPassword: shortText,
  }),
  response: payee,
};
export const payeeDelete = { request: request({ id }), response: done };
