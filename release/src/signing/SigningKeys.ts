/**
 * ECDSA P-256 keys that sign the pointer. Two pairs are made at first use: `current` signs, `next` is already trusted by
 * every host that was published meanwhile, so that the keys can be exchanged without a host release in between. The private
 * halves are readable by their owner only and never leave the data directory.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

/** What WebCrypto's ECDSA verifies: r and s side by side. */
const dsaEncoding = 'ieee-p1363';

export interface SigningKeys {
  /** Base64 of r||s. */
  sign(body: string): string;
  isSignedBy(body: string, signature: string): boolean;
  /** Base64 SPKI of each key that a host must trust. */
  readonly trusted: readonly string[];
}

export function openSigningKeys(folder: string): SigningKeys {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const current = privateKey(join(folder, 'release-current.pem'));
  const next = privateKey(join(folder, 'release-next.pem'));
  const publicKeys = [current, next].map((key) => createPublicKey(key));
  return {
    sign: (body) => sign('sha256', Buffer.from(body), { key: current, dsaEncoding }).toString('base64'),
    isSignedBy: (body, signature) =>
      publicKeys.some((key) => verify('sha256', Buffer.from(body), { key, dsaEncoding }, Buffer.from(signature, 'base64'))),
    trusted: publicKeys.map((key) => key.export({ type: 'spki', format: 'der' }).toString('base64')),
  };
}

function privateKey(path: string): KeyObject {
  if (!existsSync(path)) createKey(path);
  chmodSync(path, 0o600);
  return createPrivateKey(readFileSync(path));
}

/** Linked into place complete: of two tools that start at once, the slower one takes the faster one's key. */
function createKey(path: string): void {
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(draft);
  }
}
