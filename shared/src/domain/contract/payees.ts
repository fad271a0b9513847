/** Where money may go: bank cards and wallet addresses of a person. */
import * as z from 'zod/mini';
import { stepUp } from './identity';
import { assetId, done, id, instantMs, request } from './wire';

export const payeeLimits = {
  /** So many a person has. */
  most: 20,
  /** So many he adds in a day. */
  day: 10,
  /** Characters. */
  label: 40,
  holderName: 80,
  bankName: 80,
  /** Digits. */
  cardNumber: { min: 12, max: 19 },
  /** Between its confirmation and its first use. */
  waitMs: 86_400_000,
} as const;

const payeeKind = z.enum(['wallet', 'bank_card']);
const payee = z.object({
  id,
  kind: payeeKind,
  /** null of a card, as is the network's name: "Tron (TRC-20)". */
  asset: z.nullable(assetId),
  network: z.nullable(z.string()),
  networkName: z.nullable(z.string()),
  label: z.string(),
  /** "TXyz12…abc123", "•••• 1234". */
  masked: z.string(),
  /** Money goes there from then on. */
  usableFromMs: instantMs,
});
export type Payee = z.infer<typeof payee>;

/** Newest first; and over which networks money leaves now. */
export const payeeList = {
  request: request({}),
  response: z.object({
    items: z.array(payee),
    networks: z.array(z.object({ asset: assetId, network: z.string(), name: z.string() })),
  }),
};

/** Of a wallet: asset, network and address. Of a card: number, holder and bank. A label that is left out is the network's or the bank's name. */
const details = {
  kind: payeeKind,
  asset: z.optional(assetId),
  network: z.optional(z.string().check(z.maxLength(16))),
  address: z.optional(z.string().check(z.maxLength(120))),
  cardNumber: z.optional(z.string().check(z.maxLength(40))),
  holderName: z.optional(z.string().check(z.maxLength(payeeLimits.holderName))),
  bankName: z.optional(z.string().check(z.maxLength(payeeLimits.bankName))),
  label: z.optional(z.string().check(z.maxLength(payeeLimits.label))),
};
/** Whether it can be saved, before a code is sent for it: the refusals of payeeSave, and what it was read as. */
export const payeeCheck = { request: request(details), response: z.object({ read: z.string() }) };
/** `code`: sent to the person's own e-mail address or phone; asked of everyone who has one. */
export const payeeSave = {
  request: request({ ...details, code: z.optional(z.string().check(z.regex(/^\d{6}$/))), ...stepUp }),
  response: payee,
};
/** In full. Of a wallet the address, of a card the other three. */
export const payeeReveal = {
  request: request({ id, ...stepUp }),
  response: z.object({
    address: z.nullable(z.string()),
    cardNumber: z.nullable(z.string()),
    holderName: z.nullable(z.string()),
    bankName: z.nullable(z.string()),
  }),
};
export const payeeDelete = { request: request({ id, ...stepUp }), response: done };
