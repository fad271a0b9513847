/** An exchange with a key of its own (another one by another name), a public record that is chained, and signed roots. */
import { getPublicKey, hashes, sign } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import type { EndpointRequest, EndpointResponse, TickAnchor } from '../domain/contract';
import {
  asciiBytes,
  canonicalText,
  genesisHash,
  keyIdOf,
  minuteRoot,
  recordHash,
  sha256,
  signedBytes,
  toHex,
  type KeptRoot,
  type PublicValue,
  type SigningPurpose,
} from '../domain/fairness';

type Entry = EndpointResponse<'publicRecord'>['entries'][number];

export type SigningExchange = ReturnType<typeof signingExchange>;

export function signingExchange(name: string) {
  hashes.sha512 = sha512;
  const secret = sha256(asciiBytes(name));
  const publicKey = getPublicKey(secret);
  const keyId = keyIdOf(publicKey, sha256);
  const signed = (purpose: SigningPurpose, value: PublicValue): string => toHex(sign(signedBytes(purpose, value), secret));
  const record: Entry[] = [];
  const exchange = {
    keyId,
    signed,
    record,
    publish(kind: string, body: PublicValue | string, atMs = 1): Entry {
      const previousHash = record.at(-1)?.hash ?? genesisHash;
      const entry = { seq: record.length + 1, atMs, kind, body: typeof body === 'string' ? body : canonicalText(body) };
      const published = { ...entry, previousHash, hash: recordHash(previousHash, entry, sha256) };
      record.push(published);
      return published;
    },
    /** As `fairness/record` answers. */
    shown: ({ fromSeq = 1, kind }: EndpointRequest<'publicRecord'>): EndpointResponse<'publicRecord'> => ({
      entries: record.filter((entry) => entry.seq >= fromSeq && (kind === undefined || entry.kind === kind)),
      hasMore: false,
    }),
    root: (
      minuteMs: number,
      root: string,
    ): KeptRoot & { readonly signed: { readonly keyId: string; readonly signature: string } } => ({
      ...{ minuteMs, root, signed: { keyId, signature: signed('root', { minuteMs, root }) } },
      keptAtMs: 1,
    }),
    /** With all that it is made of. */
    anchor(
      minuteMs: number,
      recordHead: { readonly seq: number; readonly hash: string } | undefined = record.at(-1),
    ): TickAnchor {
      const logs = {
        record: { seq: recordHead?.seq ?? 0, hash: recordHead?.hash ?? genesisHash },
        audit: { seq: 0, hash: genesisHash },
      };
      const root = minuteRoot(genesisHash, minuteMs, {}, sha256, logs);
      return { ...exchange.root(minuteMs, root), previousRoot: genesisHash, heads: {}, logs };
    },
  };
  exchange.publish('key', {
    ...{ algorithm: 'Ed25519', keyId, publicKey: toHex(publicKey) },
    ...{ previous: null, handover: null },
  });
  return exchange;
}
