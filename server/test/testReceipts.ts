/** Receipts signed with a key that tests know, and what knows its signatures. */
import { signaturesOf, type ReceiptCheckDeps, type VerifySignature } from '@tessera/shared/fairness';
import { isSignedBy } from '../src/record/isSignedBy';
import { createReceipts } from '../src/record/Receipts';
import { signingKeyOf } from '../src/record/SigningKey';

export const testSigningKey = signingKeyOf('5a'.repeat(32));
export const testReceipts = createReceipts(() => testSigningKey);

/** Node's own. */
export const verifyNatively: VerifySignature = (publicKey, message, signature) =>
  Promise.resolve(isSignedBy(publicKey, message, signature));

const { id: keyId, publicKey } = testSigningKey;
const published = { keyId, publicKey, fromMs: 0, replacedAtMs: undefined, isHandedOver: false };
export const testSignatures: ReceiptCheckDeps = { knowsSignature: signaturesOf([published], verifyNatively), sinceMs: 0 };
