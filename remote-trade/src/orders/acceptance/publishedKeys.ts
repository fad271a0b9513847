/** The keys that sign receipts, as the public record shows them and as this device kept them. */
import { readPublishedKeys, type PublishedKey } from '@tessera/shared/fairness';
import type { RemoteContext } from '@tessera/shared/federation';
import { verifyEd25519 } from '@tessera/shared/signatures';
import { digest } from './digest';
import { knownEntries } from './knownEntries';

/** Oldest first. Never rejects. */
export const publishedKeys = async (deps: Pick<RemoteContext, 'api' | 'evidence'>): Promise<readonly PublishedKey[]> =>
  readPublishedKeys(await knownEntries('key', deps), digest, verifyEd25519).catch(() => []);
