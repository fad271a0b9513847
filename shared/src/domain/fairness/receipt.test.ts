/** A receipt binds every one of its fields; a proof that tells something else is noticed. */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { receipt as receiptForm, type Receipt } from '../contract';
import { aSecondsOrder } from '../../testkit';
import { secondsTermsOf } from './acceptedTerms';
import { toHex } from './bytes';
import { canonicalText } from './canonicalText';
import { readPublishedKeys, retiresAfterMs, signaturesOf } from './publishedKeys';
import { holderBytes, receiptBytes, receiptFault, termsBytes, type Receipted } from './receipt';
import { receiptCheck } from './receiptCheck';
import { sha256 } from './sha256';
import { signedBytes, type VerifySignature } from './signedText';

const { receipts: vector } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../docs/fairness-vectors.json'), 'utf8'),
) as {
  receipts: {
    secret: string;
    publicKey: string;
    userId: string;
    termsText: string;
    signedText: string;
    receipt: Receipt;
    requests: readonly { termsText: string; signedText: string; receipt: Receipt }[];
  };
};
const { receipt } = vector;
const { body, terms } = receipt;

const keyOf = (secret: string) =>
  createPrivateKey({
    key: Buffer.from(`302e020100300506032b657004220420${secret}`, 'hex'),
    format: 'der',
    type: 'pkcs8',
  });
const publicOf = (secret: string): string =>
  createPublicKey(keyOf(secret)).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
const idOf = (secret: string): string =>
  createHash('sha256')
    .update(Buffer.from(publicOf(secret), 'hex'))
    .digest('hex')
    .slice(0, 16);
const signWith = (secret: string, bytes: Uint8Array): string => sign(null, bytes, keyOf(secret)).toString('hex');
const verifyNatively: VerifySignature = (publicKey, message, signature) =>
  Promise.resolve(
    verify(
      null,
      message,
      createPublicKey({ key: Buffer.from(`302a300506032b6570032100${publicKey}`, 'hex'), format: 'der', type: 'spki' }),
      Buffer.from(signature, 'hex'),
    ),
  );

const publishedMs = body.acceptedAtMs - 1000;
/** Entries of the public record for keys, each handed over by the one before. */
const published = (...secrets: readonly (readonly [string, number])[]) =>
  secrets.map(([secret, atMs], index) => {
    const before = secrets[index - 1]?.[0];
    const announced = {
      algorithm: 'Ed25519',
      keyId: idOf(secret),
      publicKey: publicOf(secret),
      previous: before === undefined ? null : idOf(before),
    };
    const handover = before === undefined ? null : signWith(before, signedBytes('key', announced));
    return { kind: 'key', atMs, body: canonicalText({ ...announced, handover }) };
  });
const knownBy = async (entries: ReturnType<typeof published>) =>
  signaturesOf(await readPublishedKeys(entries, sha256, verifyNatively), verifyNatively);

const known: Receipted = { ...body, userId: vector.userId, terms: { direction: 'long', stake: '100.00', payoutRate: '0.85' } };
const other = 'cd'.repeat(32);
const fault = async (forged: Receipt, told = known, entries = published([vector.secret, publishedMs])) =>
  receiptFault(forged, told, sha256, await knownBy(entries));

it('has the bytes of the published vector, and fits the wire', async () => {
  expect(Buffer.from(termsBytes(terms)).toString('latin1')).toBe(vector.termsText);
  expect(Buffer.from(receiptBytes(body)).toString('latin1')).toBe(vector.signedText);
  expect(toHex(sha256(holderBytes(vector.userId, receipt.holderSalt ?? '')))).toBe(body.holder);
  expect(publicOf(vector.secret)).toBe(vector.publicKey);
  expect(receiptForm.parse(receipt)).toEqual(receipt);
  expect(await fault(receipt)).toBeUndefined();
});

it.each(vector.requests.map((one) => [one.receipt.body.request, one] as const))('so has the receipt of a %s', async (_, one) => {
  expect(Buffer.from(termsBytes(one.receipt.terms)).toString('latin1')).toBe(one.termsText);
  expect(Buffer.from(receiptBytes(one.receipt.body)).toString('latin1')).toBe(one.signedText);
  expect(receiptForm.parse(one.receipt)).toEqual(one.receipt);
  expect(await fault(one.receipt, { ...one.receipt.body, userId: vector.userId, terms: one.receipt.terms })).toBeUndefined();
});

it.each(Object.keys(body))('another %s is noticed, even where the proof tells the same', async (name) => {
  const field = name as keyof typeof body;
  const value = body[field];
  const changed = typeof value === 'number' ? value + 1 : value.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'));
  const forged = { ...receipt, body: { ...body, [field]: changed } as Receipt['body'] };
  expect(await fault(forged, { ...known, ...forged.body, terms: known.terms })).toBeDefined();
});

it.each([250, 500, 1000, -250])('acceptance moved by %d ms is noticed, in the proof or in the receipt', async (byMs) => {
  const acceptedAtMs = body.acceptedAtMs + byMs;
  expect(await fault(receipt, { ...known, acceptedAtMs })).toBe('order');
  expect(await fault({ ...receipt, body: { ...body, acceptedAtMs } }, { ...known, acceptedAtMs })).toBe('signature');
});

it.each(Object.keys(terms))('another term %s is noticed, also when its hash is made anew', async (name) => {
  const value = terms[name];
  const changed = { ...terms, [name]: typeof value === 'number' ? value + 1 : '0.9' };
  expect(await fault({ ...receipt, terms: changed })).toBe('terms');
  const termsHash = toHex(sha256(termsBytes(changed)));
  const told = { ...known, terms: {} };
  expect(await fault({ ...receipt, terms: changed, body: { ...body, termsHash } }, told)).toBe('signature');
});

it('a term that the proof tells and the receipt lacks is noticed', async () => {
  expect(await fault(receipt, { ...known, terms: { takeProfit: '1' } })).toBe('terms');
});

it('the end of a contract is a term: moved by two seconds, it is noticed', async () => {
  const order = aSecondsOrder();
  const all = secondsTermsOf(order);
  const forged = { ...receipt, terms: all, body: { ...body, termsHash: toHex(sha256(termsBytes(all))) } };
  const moved = secondsTermsOf({ ...order, expiresAtMs: order.expiresAtMs + 2000 });
  expect(await fault(forged, { ...known, terms: moved })).toBe('terms');
});

it('the holder follows from user number and salt, where both are known', async () => {
  const { holderSalt: _, ...handedOn } = receipt;
  expect(await fault({ ...receipt, holderSalt: other })).toBe('holder');
  expect(await fault(receipt, { ...known, userId: '10000002' })).toBe('holder');
  expect(await fault(handedOn)).toBe('holder');
  expect(await fault(handedOn, { ...known, userId: undefined })).toBeUndefined();
});

describe('keys', () => {
  const second = 'ee'.repeat(32);
  it('one that was not published has signed nothing; without any nobody can tell', async () => {
    const signature = signWith(second, receiptBytes(body));
    expect(await fault({ ...receipt, signature })).toBe('signature');
    const forged = { ...body, keyId: idOf(second) };
    expect(await fault({ ...receipt, body: forged, signature: signWith(second, receiptBytes(forged)) })).toBe('signature');
    expect(await fault(receipt, known, [])).toBe('key');
  });
  it('one that was published later has signed nothing before', async () => {
    expect(await fault(receipt, known, published([vector.secret, body.acceptedAtMs + 1]))).toBe('signature');
  });
  it('a retired one signs for a day longer, and what it signed stays valid', async () => {
    expect(await fault(receipt, known, published([vector.secret, publishedMs], [second, body.acceptedAtMs + 5]))).toBeUndefined();
    const replacedAtMs = body.acceptedAtMs - retiresAfterMs;
    const keys = (atMs: number) => published([vector.secret, atMs - 1], [second, atMs]);
    expect(await fault(receipt, known, keys(replacedAtMs))).toBeUndefined();
    expect(await fault(receipt, known, keys(replacedAtMs - 1))).toBe('signature');
  });
  it('one whose hand-over is forged is none', async () => {
    const [first, next] = published([second, publishedMs - 5], [vector.secret, publishedMs]);
    const forged = { ...JSON.parse(next?.body ?? '{}'), handover: signWith(vector.secret, receiptBytes(body)) } as object;
    const entries = [first, { kind: 'key', atMs: publishedMs, body: JSON.stringify(forged) }];
    expect(await fault(receipt, known, entries as ReturnType<typeof published>)).toBe('signature');
  });
});

describe('in a proof', () => {
  const head = { symbol: 'BTC-USDT', seq: 41, atMs: body.acceptedAtMs - 5, price: '1', hash: body.headHash, previousHash: other };
  const check = async (change: Partial<Parameters<typeof receiptCheck>[0]>, sinceMs?: number, isKnown = true) => {
    const knowsSignature = await knownBy(isKnown ? published([vector.secret, publishedMs]) : []);
    const told = { receipt, known, headSeq: 41, decidingSeq: 42, ticks: [head], ...change };
    const { state, computed } = await receiptCheck(told, sha256, { knowsSignature, sinceMs });
    return state === 'failed' ? `failed ${computed.split(':')[0] ?? ''}` : state;
  };
  it('holds when it is for this order, and what decided came after its head', async () => {
    expect(await check({})).toBe('ok');
    expect(await check({ ticks: [], headSeq: undefined, decidingSeq: undefined })).toBe('ok');
    expect(await check({}, undefined, false)).toBe('partial');
  });
  it('fails on another head, and on an entry that was public at acceptance', async () => {
    expect(await check({ headSeq: 40 })).toBe('failed head');
    expect(await check({ ticks: [{ ...head, hash: other }] })).toBe('failed head');
    expect(await check({ decidingSeq: 41 })).toBe('failed entry');
  });
  it('is owed from the first key on, and absent before', async () => {
    expect(await check({ receipt: undefined })).toBe('absent');
    expect(await check({ receipt: undefined }, body.acceptedAtMs + 1)).toBe('absent');
    expect(await check({ receipt: undefined }, body.acceptedAtMs)).toBe('failed -');
  });
});
