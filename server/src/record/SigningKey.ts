/**
 * The exchange's own signature (Ed25519) under roots and receipts. The secret lies in a file that is not in the database; the
 * public half is published in the public record, with the signature of the key before it, before anything is signed.
 */
import { createHash, createPrivateKey, createPublicKey, randomBytes, sign as signBytes } from 'node:crypto';
import { keyIdOf, signedBytes, type PublicValue, type SigningPurpose } from '@tessera/shared/fairness';
import { writeDurably } from '../platform/durableFile';
import { contentOf, readOrMake } from '../platform/readOrMake';
import type { Db } from '../store/database';
import { lockRecord, publishRecord } from './publishRecord';

export interface SigningKey {
  readonly id: string;
  /** 64 hexadecimal digits. */
  readonly publicKey: string;
  /** 128 hexadecimal digits. */
  sign(purpose: SigningPurpose, value: PublicValue): string;
}

const secretForm = /^[0-9a-f]{64}$/;

/**
 * The keys of a file, one secret a line, the newest last; it signs, the others have. A file that is not there, or empty, gets a first key: the
 * same one for all processes that start at once. Throws an Error when a line is no secret.
 */
export async function readSigningKeys(file: string): Promise<readonly [SigningKey, ...SigningKey[]]> {
  const found = await readOrMake(file, () => `${newSigningSecret()}\n`);
  const lines = found.split('\n').filter((line) => line !== '');
  if (lines.some((line) => !secretForm.test(line))) throw new Error(`${file}: a line is no secret of 64 hexadecimal digits`);
  const [first, ...others] = lines.map(signingKeyOf);
  if (first === undefined) throw new Error(`${file}: no secret is in it`);
  return [first, ...others];
}

/** 64 hexadecimal digits. */
export const newSigningSecret = (): string => randomBytes(32).toString('hex');

/** From the next start on this one signs. `secret`: 64 hexadecimal digits. */
export async function addSigningKey(file: string, secret = newSigningSecret()): Promise<void> {
  const before = await contentOf(file);
  await writeDurably(file, `${before}${secret}\n`, 0o600);
}

/** PKCS #8 of a raw Ed25519 secret begins with these bytes (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** `secret`: 64 hexadecimal digits. */
export function signingKeyOf(secret: string): SigningKey {
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Head, Buffer.from(secret, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    id: keyIdOf(publicKey, (bytes) => createHash('sha256').update(bytes).digest()),
    publicKey: publicKey.toString('hex'),
    sign: (purpose, value) => signBytes(null, signedBytes(purpose, value), privateKey).toString('hex'),
  };
}

/**
 * Publishes the keys that the record does not know yet, in their order. Throws an Error when the file's newest key is not the record's:
 * what an older copy of the file signs, nobody believes.
 */
export async function publishSigningKeys(db: Db, keys: readonly SigningKey[], nowMs: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockRecord(tx);
    const published = await tx.selectFrom('publicRecord').select('body').where('kind', '=', 'key').orderBy('seq').execute();
    const known = published.map(({ body }) => (JSON.parse(body) as { readonly keyId: string }).keyId);
    let previousId = known.at(-1) ?? null;
    for (const key of keys) {
      if (known.includes(key.id)) continue;
      const body = { algorithm: 'Ed25519', keyId: key.id, publicKey: key.publicKey, previous: previousId };
      const previous = keys.find(({ id }) => id === previousId);
      // A lost secret cannot hand over; the record shows that it did not.
      const handover = previous === undefined ? null : previous.sign('key', body);
      await publishRecord(tx, { kind: 'key', atMs: nowMs, body: { ...body, handover } });
      previousId = key.id;
    }
    if (previousId !== keys.at(-1)?.id)
      throw new Error(
        `the file of signing keys is an old copy: key ${String(previousId)}, the newest one published, is not its last line`,
      );
  });
}
