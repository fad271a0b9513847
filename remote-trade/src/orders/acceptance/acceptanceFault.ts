/**
 * Is an acceptance what was asked for, when it was asked for? The receipt is signed by a published key, names the terms that were
 * sent and shown, an instant between sending and answer, and no tick before the last one that was seen.
 */
import type { Receipt } from '@tessera/shared/contract';
import { receiptFault, type Digest, type KnowsSignature, type ReceiptFault, type Receipted } from '@tessera/shared/fairness';

/** `missing`: there is none, though the exchange has keys; `instant`; `head`: accepted before what this app had seen. */
export type AcceptanceFault = ReceiptFault | 'missing' | 'instant' | 'head';

export interface AcceptanceToCheck {
  readonly receipt: Receipt | undefined;
  readonly known: Receipted;
  /** In the server's clock as the app knows it, with the error's bound; without it the instant is not judged. */
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
  readonly errorMs: number | undefined;
  /** The last tick of the symbol that was seen before it was sent. */
  readonly seenSeq: number | undefined;
}

interface Means {
  readonly digest: Digest;
  readonly knowsSignature: KnowsSignature;
  /** Since when every acceptance has a receipt; undefined: not known. */
  readonly sinceMs: number | undefined;
}

/** undefined: it holds, or the exchange gives no receipts, or its keys could not be read: the proof page judges it later. */
export async function acceptanceFault(
  { receipt, known, sentAtMs, answeredAtMs, errorMs, seenSeq }: AcceptanceToCheck,
  { digest, knowsSignature, sinceMs }: Means,
): Promise<AcceptanceFault | undefined> {
  const { acceptedAtMs } = known;
  if (receipt === undefined) return sinceMs !== undefined && acceptedAtMs >= sinceMs ? 'missing' : undefined;
  const fault = await receiptFault(receipt, known, digest, knowsSignature);
  if (fault !== undefined && fault !== 'key') return fault;
  if (errorMs !== undefined && (acceptedAtMs < sentAtMs - errorMs || acceptedAtMs > answeredAtMs + errorMs)) return 'instant';
  return seenSeq !== undefined && receipt.body.headSeq < seenSeq ? 'head' : undefined;
}
