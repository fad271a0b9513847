import type { ReceiptBody } from '@tessera/shared/contract';
import type { GeneratedAlways } from 'kysely';

/** The public record, written by append_public_record alone; and receipts, which only grow. */
export interface RecordTables {
  publicRecord: { seq: number; atMs: number; kind: string; body: string; previousHash: string; hash: string };
  /** Canonical text, as it was hashed. */
  termsText: { version: number; text: string };
  receipt: {
    product: ReceiptBody['product'];
    orderId: number;
    request: ReceiptBody['request'];
    key: string;
    /** Canonical texts. */
    body: string;
    terms: string;
    signature: string;
    holderSalt: string;
    /** What follows is null of receipts from before requests were signed. */
    symbolId: string | null;
    headSeq: number | null;
    /** In this order they were signed. */
    made: GeneratedAlways<number | null>;
  };
}
