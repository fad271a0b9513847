/** One answer from the platform and from the library that stands in for it. */
import { webcrypto } from 'node:crypto';
import { createVerifyEd25519 } from './verifyEd25519';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { receiptBytes } from '../../domain/fairness';
import type { Receipt } from '../../domain/contract';

const { receipts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/fairness-vectors.json'), 'utf8')) as {
  receipts: { publicKey: string; receipt: Receipt };
};
const { publicKey, receipt } = receipts;
const message = receiptBytes(receipt.body);
const flipped = (hex: string): string => `${hex.startsWith('0') ? '1' : '0'}${hex.slice(1)}`;
const isOld = { importKey: () => Promise.reject(new Error('NotSupportedError: Unrecognized name')) } as unknown as SubtleCrypto;

describe.each([
  ['the platform', webcrypto.subtle as SubtleCrypto],
  ['a platform without Ed25519', isOld],
  ['a page without HTTPS', undefined],
])('%s', (_, subtle) => {
  const verify = createVerifyEd25519(subtle);
  it('knows the exchange’s signature, and nothing else', async () => {
    expect(await verify(publicKey, message, receipt.signature)).toBe(true);
    expect(await verify(publicKey, message, flipped(receipt.signature))).toBe(false);
    expect(await verify(flipped(publicKey), message, receipt.signature)).toBe(false);
    expect(await verify(publicKey, message.slice(1), receipt.signature)).toBe(false);
    expect(await verify('02'.repeat(32), message, receipt.signature)).toBe(false);
  });
  it('takes a text of another form for no signature', async () => {
    expect(await verify('', message, receipt.signature)).toBe(false);
    expect(await verify(publicKey, message, 'zz')).toBe(false);
  });
});
