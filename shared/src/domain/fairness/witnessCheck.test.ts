/** What witnesses signed, against the published vectors: a countersignature and a time stamp of openssl's. */
import { createPublicKey, verify as verifyBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TickAnchor } from '../contract/market';
import { fromHex } from './bytes';
import { readTimeStamp } from './timeStamp';
import { witnessCheck, type WitnessStatement } from './witnessCheck';
import { readWitnessKeys } from './witnessKeys';

const { witnesses } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/fairness-vectors.json'), 'utf8')) as {
  readonly witnesses: {
    readonly exchange: string;
    readonly publicKey: string;
    readonly imprint: string;
    readonly entry: { readonly kind: string; readonly atMs: number; readonly body: string };
    readonly anchors: readonly TickAnchor[];
    readonly witnessed: { readonly statements: readonly WitnessStatement[]; readonly roots: readonly TickAnchor[] };
  };
};
const { anchors, witnessed, exchange, entry, imprint } = witnesses;
const [signed, stamped] = witnessed.statements as [WitnessStatement, WitnessStatement];
const verify = async (publicKey: string, message: Uint8Array, signature: string): Promise<boolean> => {
  if (publicKey.length !== 64 || signature.length !== 128) return false;
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), fromHex(publicKey)]);
  return verifyBytes(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), fromHex(signature));
};
const keys = readWitnessKeys([entry]);
const deps = { verify, exchange, keys };
const found = async (changed: Partial<typeof witnessed>, by: Partial<typeof deps> = {}) => {
  const { state, findings } = await witnessCheck({ anchors, ...witnessed, ...changed }, { ...deps, ...by });
  return [state, ...findings.map(({ finding }) => finding)];
};

test('the vectors hold, each as far as it was checked', async () => {
  expect(readTimeStamp(stamped.statement)).toEqual({ imprint, atMs: stamped.atMs });
  expect(await found({})).toEqual(['ok', 'signed', 'stamped']);
  expect(await found({ statements: [stamped] })).toEqual(['partial', 'stamped']);
});

test('a proof without a root, or without a statement over it or a later one, waits', async () => {
  expect(await found({ statements: [] })).toEqual(['pending']);
  expect((await witnessCheck({ ...witnessed, anchors: [] }, deps)).state).toBe('pending');
  expect(await found({ statements: [{ ...signed, minuteMs: (anchors[0]?.minuteMs ?? 0) - 60_000 }] })).toEqual(['pending']);
});

const [first, second, third] = witnessed.roots as [TickAnchor, TickAnchor, TickAnchor];
const changedRoot = { ...second, heads: { 'BTC-USDT': { seq: 12, hash: 'e'.repeat(64) } } };
test.each<readonly [string, Partial<typeof witnessed>, readonly string[]]>([
  ['another root was signed', { statements: [{ ...signed, root: 'f'.repeat(64) }] }, ['failed', 'wrong']],
  ['another instant', { statements: [{ ...signed, atMs: signed.atMs + 1 }] }, ['failed', 'wrong']],
  ['a statement that is none', { statements: [{ ...signed, statement: '{' }] }, ['failed', 'wrong']],
  ['a root in between was changed', { roots: [first, changedRoot, third] }, ['failed', 'wrong', 'wrong']],
  ['a root in between is left out', { roots: [first, third] }, ['failed', 'wrong', 'wrong']],
  [
    'the stamp of another root',
    { statements: [{ ...stamped, minuteMs: signed.minuteMs, root: signed.root }] },
    ['failed', 'wrong'],
  ],
  ['a stamp of another instant', { statements: [{ ...stamped, atMs: stamped.atMs + 1000 }] }, ['failed', 'wrong']],
  ['a stamp cut short', { statements: [{ ...stamped, statement: stamped.statement.slice(0, 60) }] }, ['failed', 'wrong']],
])('%s', async (_, changed, expected) => {
  expect(await found(changed)).toEqual(expected);
});

const another = { ...entry, body: entry.body.replace(witnesses.publicKey, '9'.repeat(64)) };
test('the key first published is the witness’s; a later one is told as changed, one never published fails', async () => {
  expect(await found({ statements: [signed] }, { keys: readWitnessKeys([another, entry]) })).toEqual(['partial', 'changedKey']);
  expect(await found({ statements: [signed] }, { keys: readWitnessKeys([entry, another]) })).toEqual(['ok', 'signed']);
  expect(await found({ statements: [signed] }, { keys: readWitnessKeys([{ ...entry, body: '{' }]) })).toEqual([
    'partial',
    'unknownKey',
  ]);
  expect(await found({ statements: [signed] }, { keys: readWitnessKeys([another]) })).toEqual(['failed', 'strayKey']);
  expect((await witnessCheck({ anchors, ...witnessed }, { ...deps, exchange: undefined })).state).toBe('partial');
});
