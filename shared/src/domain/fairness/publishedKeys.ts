/**
 * The keys that sign roots and receipts, as the public record names them (kind `key`). A key is handed over by the one before;
 * one whose secret was lost is followed by a key that nobody handed over, which the record shows.
 */
import { fromHex, toHex } from './bytes';
import type { PublicValue } from './canonicalText';
import type { Digest } from './logChecks';
import type { RecordEntry } from './publicRecord';
import type { KnowsSignature } from './receipt';
import { signedBytes, type VerifySignature } from './signedText';

export interface PublishedKey {
  readonly keyId: string;
  readonly publicKey: string;
  /** From its publication on it may sign. */
  readonly fromMs: number;
  /** The next key was published then; a process that was not started again may sign with this one for `retiresAfterMs` longer. */
  readonly replacedAtMs: number | undefined;
  /** The key before signed it; false of a first key and of one after a lost secret. */
  readonly isHandedOver: boolean;
}

/** How long after its successor's publication a key may still sign: within it every process is started again. */
export const retiresAfterMs = 86_400_000;

interface KeyBody {
  readonly algorithm: string;
  readonly keyId: string;
  readonly publicKey: string;
  readonly previous: string | null;
  readonly handover: string | null;
}

/** Of the record's entries the keys, oldest first. An entry whose hand-over or id is wrong is left out. */
export async function readPublishedKeys(
  entries: readonly Pick<RecordEntry, 'kind' | 'atMs' | 'body'>[],
  digest: Digest,
  verify: VerifySignature,
): Promise<readonly PublishedKey[]> {
  const keys: PublishedKey[] = [];
  for (const { atMs, body } of entries.filter(({ kind }) => kind === 'key')) {
    const { handover, ...announced } = JSON.parse(body) as KeyBody;
    const isNamed = toHex(await digest(fromHex(announced.publicKey))).startsWith(announced.keyId);
    if (announced.algorithm !== 'Ed25519' || announced.keyId.length !== 16 || !isNamed) continue;
    const before = keys.find(({ keyId }) => keyId === announced.previous);
    const isHandedOver =
      handover !== null &&
      before !== undefined &&
      (await verify(before.publicKey, signedBytes('key', announced as unknown as PublicValue), handover));
    if (handover !== null && !isHandedOver) continue;
    const last = keys.pop();
    if (last !== undefined) keys.push({ ...last, replacedAtMs: atMs });
    keys.push({ keyId: announced.keyId, publicKey: announced.publicKey, fromMs: atMs, replacedAtMs: undefined, isHandedOver });
  }
  return keys;
}

/** Judges by these keys; a key that is not among them has signed nothing. Without any, nobody can tell. */
export const signaturesOf =
  (keys: readonly PublishedKey[], verify: VerifySignature): KnowsSignature =>
  async ({ keyId, atMs }, message, signature) => {
    if (keys.length === 0) return undefined;
    const key = keys.find((one) => one.keyId === keyId);
    if (key === undefined || atMs < key.fromMs || atMs > (key.replacedAtMs ?? atMs) + retiresAfterMs) return false;
    return verify(key.publicKey, message, signature);
  };
