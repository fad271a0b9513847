/**
 * A receipt: what the exchange signs at the instant at which it accepts a request, so that neither the instant nor a term can be
 * another one afterwards. It names the newest tick of the symbol's log at that instant; only later ones decide.
 *
 *   terms hash = SHA-256( canonical text of the terms )
 *   holder     = SHA-256( "tessera holder 1\n" ‖ user number ‖ "\n" ‖ the receipt's salt, 64 hexadecimal digits )
 *   signed     = "tessera receipt 1\n" ‖ canonical text of the body (signedText.ts)
 */
import type { Receipt, ReceiptBody, ReceiptTerms } from '../contract/receipt';
import { compare, amount, decimalPattern } from '../money';
import { asciiBytes, toHex } from './bytes';
import { canonicalText } from './canonicalText';
import type { Digest } from './logChecks';
import { signedBytes } from './signedText';

export const termsBytes = (terms: ReceiptTerms): Uint8Array => asciiBytes(canonicalText(terms));
export const holderBytes = (userId: string, salt: string): Uint8Array => asciiBytes(`tessera holder 1\n${userId}\n${salt}`);
export const receiptBytes = (body: ReceiptBody): Uint8Array => signedBytes('receipt', body);

/** Is it this key's signature, of a key that signed then? undefined: nobody here can tell (no keys were read). */
export type KnowsSignature = (
  signed: { readonly keyId: string; readonly atMs: number },
  message: Uint8Array,
  signature: string,
) => Promise<boolean | undefined>;

/** What somebody who was there, or a proof, says of what a receipt is for. */
export interface Receipted {
  readonly product: ReceiptBody['product'];
  readonly request: ReceiptBody['request'];
  readonly key: string;
  readonly order: string;
  readonly symbol: string;
  readonly acceptedAtMs: number;
  /** Whose it is, where that is known; a proof that is handed on does not say. */
  readonly userId?: string | undefined;
  /** All that is known of the terms; the receipt may name more. */
  readonly terms: ReceiptTerms;
}

/** `order`: it is for something else; `terms`: another term, or not the ones that were hashed; `holder`; `key`: nobody can tell. */
export type ReceiptFault = 'order' | 'terms' | 'holder' | 'signature' | 'key';

/** What a receipt fails by first; undefined when it holds. */
export async function receiptFault(
  { body, terms, signature, holderSalt }: Receipt,
  known: Receipted,
  digest: Digest,
  knowsSignature: KnowsSignature,
): Promise<ReceiptFault | undefined> {
  const isForIt = (['product', 'request', 'key', 'order', 'symbol', 'acceptedAtMs'] as const).every(
    (name) => body[name] === known[name],
  );
  if (!isForIt) return 'order';
  if (toHex(await digest(termsBytes(terms))) !== body.termsHash || differingTerm(terms, known.terms) !== undefined)
    return 'terms';
  const { userId } = known;
  if (userId !== undefined && (holderSalt === undefined || toHex(await digest(holderBytes(userId, holderSalt))) !== body.holder))
    return 'holder';
  const isSigned = await knowsSignature({ keyId: body.keyId, atMs: body.acceptedAtMs }, receiptBytes(body), signature);
  if (isSigned === undefined) return 'key';
  return isSigned ? undefined : 'signature';
}

/** The name of a known term that the receipt does not have, or has otherwise. Figures are compared by value. */
export const differingTerm = (terms: ReceiptTerms, known: ReceiptTerms): string | undefined =>
  Object.keys(known).find((name) => !isSameTerm(terms[name], known[name]));

function isSameTerm(one: ReceiptTerms[string] | undefined, other: ReceiptTerms[string] | undefined): boolean {
  if (one === other) return true;
  const areFigures =
    typeof one === 'string' && typeof other === 'string' && decimalPattern.test(one) && decimalPattern.test(other);
  return areFigures && compare(amount(one), amount(other)) === 0;
}
