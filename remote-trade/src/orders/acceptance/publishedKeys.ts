/** The keys that sign receipts and roots. */
import { readPublishedKeys, type PublishedKey, type RecordEntry } from '@tessera/shared/fairness';
import { verifyEd25519 } from '@tessera/shared/signatures';
import { digest } from './digest';

/** Oldest first. */
export const publishedKeys = (record: readonly RecordEntry[]): Promise<readonly PublishedKey[]> =>
  readPublishedKeys(record, digest, verifyEd25519);
