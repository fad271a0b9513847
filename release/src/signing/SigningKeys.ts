/**
 * ECDSA P-256 keys that sign the pointer. Two pairs are made at first use: `current` signs, `next` is already trusted by
 * every host that was published meanwhile, so that the keys can be exchanged without a host release in between. The private
 * halves are readable by their owner only and never leave the data directory. A rotation destroys the private half of the
 * current key, keeps its public half under retired/ for the log's sake, and moves the next key up.
 *
 * Files are read again at each use: a server that runs through a rotation signs with the key that is current afterwards.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** What WebCrypto's ECDSA verifies: r and s side by side. */
const dsaEncoding = 'ieee-p1363';

export type Signer = 'current' | 'next';

/** The first 16 hexadecimal digits of the SHA-256 of a key's public half. */
export type KeyFingerprint = string;

export interface SigningKeys {
  /** Base64 of r||s. */
  sign(body: string, by?: Signer): string;
  /** By a key that hosts trust now? */
  isSignedBy(body: string, signature: string): boolean;
  /** By a key that hosts trust now or trusted once? Enough for history, not for what is live. */
  wasSignedBy(body: string, signature: string): boolean;
  /** Base64 SPKI of each key that a host must trust. */
  readonly trusted: readonly string[];
  readonly fingerprints: {
    readonly current: KeyFingerprint;
    readonly next: KeyFingerprint;
    readonly retired: readonly KeyFingerprint[];
  };
  /**
   * The next key becomes the current one and a new next is made. Whatever is live must be signed by the next key before. Died
   * between the steps: the next key is current already, and anyone who opens the keys makes the missing one.
   */
  rotate(): void;
}

export function openSigningKeys(folder: string): SigningKeys {
  const retiredFolder = join(folder, 'retired');
  const pathOf = (signer: Signer): string => join(folder, `release-${signer}.pem`);
  const publicKeys = (): KeyObject[] => [
    createPublicKey(privateKey(pathOf('current'))),
    createPublicKey(privateKey(pathOf('next'))),
  ];
  const retiredKeys = (): KeyObject[] =>
    existsSync(retiredFolder)
      ? readdirSync(retiredFolder)
          .filter((name) => name.endsWith('.pem'))
          .map((name) => createPublicKey(readFileSync(join(retiredFolder, name))))
      : [];

  mkdirSync(folder, { recursive: true, mode: 0o700 });
  publicKeys();
  return {
    sign: (body, by = 'current') =>
      sign('sha256', Buffer.from(body), { key: privateKey(pathOf(by)), dsaEncoding }).toString('base64'),
    isSignedBy: (body, signature) => isSignedByOneOf(publicKeys(), body, signature),
    wasSignedBy: (body, signature) => isSignedByOneOf([...publicKeys(), ...retiredKeys()], body, signature),
    get trusted() {
      return publicKeys().map((key) => spki(key).toString('base64'));
    },
    get fingerprints() {
      const [current = '', next = ''] = publicKeys().map(fingerprint);
      return { current, next, retired: retiredKeys().map(fingerprint) };
    },
    rotate() {
      const retired = createPublicKey(privateKey(pathOf('current')));
      mkdirSync(retiredFolder, { recursive: true });
      writeFileSync(join(retiredFolder, `${fingerprint(retired)}.pem`), retired.export({ type: 'spki', format: 'pem' }), {
        flush: true,
      });
      renameSync(pathOf('next'), pathOf('current'));
      privateKey(pathOf('next'));
    },
  };
}

const spki = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });
const fingerprint = (key: KeyObject): KeyFingerprint => createHash('sha256').update(spki(key)).digest('hex').slice(0, 16);

function isSignedByOneOf(keys: readonly KeyObject[], body: string, signature: string): boolean {
  return keys.some((key) => verify('sha256', Buffer.from(body), { key, dsaEncoding }, Buffer.from(signature, 'base64')));
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
  writeFileSync(draft, key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(draft);
  }
}
