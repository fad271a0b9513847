/** The published byte forms, against vectors that were written down: any program that gives the same results verifies our logs. */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalText, type PublicValue } from './canonicalText';
import { fromHex } from './bytes';
import { findRecordBreak, recordHash, type RecordEntry } from './publicRecord';
import { keyIdOf, signedBytes, type SigningPurpose } from './signedText';
import { sha256 } from './sha256';
import { findChainBreak, genesisHash, minuteRoot, tickHash, type ChainedTick, type ChainHeads, type LogHeads } from './tickHash';

interface Hashed {
  readonly bytes: string;
  readonly previousHash: string;
}
const { format2 } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/fairness-vectors.json'), 'utf8')) as {
  readonly format2: {
    readonly ticks: readonly (ChainedTick & Hashed)[];
    readonly record: readonly (RecordEntry & Hashed & { readonly value: PublicValue })[];
    readonly roots: readonly {
      readonly minuteMs: number;
      readonly previousRoot: string;
      readonly heads: ChainHeads;
      readonly logs?: LogHeads;
      readonly bytes: string;
      readonly root: string;
    }[];
    readonly signatures: {
      readonly publicKey: string;
      readonly keyId: string;
      readonly signed: readonly { purpose: SigningPurpose; value: PublicValue; text: string; signature: string }[];
    };
  };
};
const { ticks, record, roots, signatures } = format2;
const asTheyAre = (bytes: Uint8Array): Uint8Array => bytes;
const hashOf = (hex: string): string => createHash('sha256').update(fromHex(hex)).digest('hex');

test.each(ticks)('tick $seq: its bytes and its hash', ({ bytes, previousHash, ...tick }) => {
  expect(tickHash(previousHash, tick, asTheyAre)).toBe(bytes);
  expect(hashOf(bytes)).toBe(tick.hash);
});

test('the ticks are one chain, and it is never continued in format 1', () => {
  expect(findChainBreak(genesisHash, ticks, sha256)).toBeUndefined();
  const { format2: _, ...last } = ticks[3] as ChainedTick;
  const rehashed = { ...last, hash: tickHash(ticks[2]?.hash ?? '', last, sha256) };
  expect(findChainBreak(genesisHash, [...ticks.slice(0, 3), rehashed], sha256)).toMatchObject({ kind: 'format', seq: 4 });
});

test.each(record)('entry $seq: its text, its bytes and its hash', ({ bytes, previousHash, value, ...entry }) => {
  expect(canonicalText(value)).toBe(entry.body);
  expect(recordHash(previousHash, entry, asTheyAre)).toBe(bytes);
  expect(hashOf(bytes)).toBe(entry.hash);
  expect(findRecordBreak(previousHash, [entry], sha256)).toBeUndefined();
});

test.each(roots)('root of $minuteMs', ({ minuteMs, previousRoot, heads, logs, bytes, root }) => {
  expect(minuteRoot(previousRoot, minuteMs, heads, asTheyAre, logs)).toBe(bytes);
  expect(hashOf(bytes)).toBe(root);
});

test.each(signatures.signed)('what is signed as $purpose', ({ purpose, value, text, signature }) => {
  expect(Buffer.from(signedBytes(purpose, value)).toString('latin1')).toBe(text);
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), fromHex(signatures.publicKey)]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  expect(verify(null, Buffer.from(text, 'latin1'), key, fromHex(signature))).toBe(true);
  expect(keyIdOf(fromHex(signatures.publicKey), sha256)).toBe(signatures.keyId);
});
