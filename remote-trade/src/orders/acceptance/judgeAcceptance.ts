/** All that judges receipts and reads the public record: a chunk of its own, fetched while the first order is on its way. */
export { readPauses, readWitnessKeys, signaturesOf, witnessesAt } from '@tessera/shared/fairness';
export { verifyEd25519 } from '@tessera/shared/signatures';
export { acceptanceFault } from './acceptanceFault';
export { digest } from './digest';
export { publishedKeys } from './publishedKeys';
export { keptRecord, publishedRecord } from './publishedRecord';
