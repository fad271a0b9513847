/** Receipts signed with a key that tests know, and what knows its signatures. */
import { createPublicKey, verify } from 'node:crypto';
import { signaturesOf, type ReceiptCheckDeps, type VerifySignature } from '@tessera/shared/fairness';
import { createReceipts } from '../src/record/Receipts';
import { signingKeyOf } from '../src/record/SigningKey';

export const testSigningKey = signingKeyOf('5a'.repeat(32));
export const testReceipts = createReceipts(() => testSigningKey);

/** Node's own. */
export const verifyNatively: VerifySignature = (publicKey, message, signature) => {
  const key = Buffer.from(`302a300506032b6570032100${publicKey}`, 'hex');
  const isSigned = verify(null, message, createPublicKey({ key, format: 'der', type: 'spki' }), Buffer.from(signature, 'hex'));
  return Promise.resolve(isSigned);
};

const { id: keyId, publicKey } = testSigningKey;
const published = { keyId, publicKey, fromMs: 0, replacedAtMs: undefined, isHandedOver: false };
export const testSignatures: ReceiptCheckDeps = { knowsSignature: signaturesOf([published], verifyNatively), sinceMs: 0 };
