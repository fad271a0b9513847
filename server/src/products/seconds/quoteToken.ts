/**
 * A quote is a promise the server keeps without storing it: the terms themselves travel in the quote id, signed with the
 * server's key. Anyone who submits an order hands them back; a changed, foreign or outdated quote does not pass.
 */
import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { isSameSecret } from '../../platform/random';

export const quoteLifeMs = 10_000;

/** The order of the fields is the form of the token. */
const payload = z.tuple([
  z.literal(1),
  z.string(),
  z.enum(['real', 'demo']),
  z.string(),
  z.int(),
  z.string(),
  z.int(),
  z.string(),
  z.string(),
  z.int(),
  z.int(),
  z.int(),
]);

export interface QuotedTerms {
  readonly userId: string;
  readonly mode: 'real' | 'demo';
  readonly symbol: string;
  readonly seconds: number;
  readonly price: string;
  readonly priceSeq: number;
  readonly payoutRate: string;
  readonly feeRate: string;
  readonly ruleVersion: number;
  readonly catalogVersion: number;
  readonly expiresAtMs: number;
}

const sign = (key: Buffer, body: string): string => createHmac('sha256', key).update(`seconds-quote.${body}`).digest('base64url');

export function signQuote(key: Buffer, terms: QuotedTerms): string {
  const fields: z.output<typeof payload> = [
    1,
    terms.userId,
    terms.mode,
    terms.symbol,
    terms.seconds,
    terms.price,
    terms.priceSeq,
    terms.payoutRate,
    terms.feeRate,
    terms.ruleVersion,
    terms.catalogVersion,
    terms.expiresAtMs,
  ];
  const body = Buffer.from(JSON.stringify(fields)).toString('base64url');
  return `${body}.${sign(key, body)}`;
}

/** undefined for anything that this server did not sign. Age is the caller's to judge. */
export function readQuote(key: Buffer, quoteId: string): QuotedTerms | undefined {
  const [body, signature, ...rest] = quoteId.split('.');
  if (body === undefined || signature === undefined || rest.length > 0 || !isSameSecret(signature, sign(key, body)))
    return undefined;
  const fields = z.safeParse(payload, JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
  if (!fields.success) return undefined;
  const [, userId, mode, symbol, seconds, price, priceSeq, payoutRate, feeRate, ruleVersion, catalogVersion, expiresAtMs] =
    fields.data;
  return { userId, mode, symbol, seconds, price, priceSeq, payoutRate, feeRate, ruleVersion, catalogVersion, expiresAtMs };
}
