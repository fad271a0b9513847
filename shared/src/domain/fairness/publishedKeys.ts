/**
 * The keys that sign roots and receipts, as the public record names them (kind `key`). A key is handed over by the one before;
 * one whose secret was lost is followed by a key that nobody handed over, which the record shows.
 */
import * as z from 'zod/mini';
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

const hexOf = (digits: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${digits}}$`)));
const keyBody = z.looseObject({
  algorithm: z.literal('Ed25519'),
  keyId: hexOf(16),
  publicKey: hexOf(64),
  previous: z.nullable(z.string()),
  handover: z.nullable(z.string()),
});

type KeyEntry = Pick<RecordEntry, 'kind' | 'atMs' | 'body'>;

export interface KeysOfRecord<Entry> {
  /** Oldest first. */
  readonly keys: readonly PublishedKey[];
  /** Entries that name no key that holds: another form, another id, a hand-over that the key before did not sign. They are a fault of the record, and switch off no other key. */
  readonly broken: readonly Entry[];
}

/** Of the record's entries, in their order, those of kind `key`. */
export async function readKeyEntries<Entry extends KeyEntry>(
  entries: readonly Entry[],
  digest: Digest,
  verify: VerifySignature,
): Promise<KeysOfRecord<Entry>> {
  const keys: PublishedKey[] = [];
  const broken: Entry[] = [];
  for (const entry of entries.filter(({ kind }) => kind === 'key')) {
    const key = await keyOf(entry, keys, digest, verify);
    if (key === undefined) {
      broken.push(entry);
      continue;
    }
    const last = keys.pop();
    if (last !== undefined) keys.push({ ...last, replacedAtMs: entry.atMs });
    keys.push(key);
  }
  return { keys, broken };
}

/** The keys alone. */
export const readPublishedKeys = async (
  entries: readonly KeyEntry[],
  digest: Digest,
  verify: VerifySignature,
): Promise<readonly PublishedKey[]> => (await readKeyEntries(entries, digest, verify)).keys;

async function keyOf(
  { atMs, body }: KeyEntry,
  before: readonly PublishedKey[],
  digest: Digest,
  verify: VerifySignature,
): Promise<PublishedKey | undefined> {
  const read = readBody(body);
  if (read === undefined) return undefined;
  const { handover, ...announced } = read;
  if (!toHex(await digest(fromHex(announced.publicKey))).startsWith(announced.keyId)) return undefined;
  const previous = before.find(({ keyId }) => keyId === announced.previous);
  const isHandedOver =
    handover !== null &&
    previous !== undefined &&
    (await verify(previous.publicKey, signedBytes('key', announced as PublicValue), handover));
  if (handover !== null && !isHandedOver) return undefined;
  return { keyId: announced.keyId, publicKey: announced.publicKey, fromMs: atMs, replacedAtMs: undefined, isHandedOver };
}

function readBody(body: string): z.infer<typeof keyBody> | undefined {
  try {
    return keyBody.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
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
