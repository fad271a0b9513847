/** Signatures (Ed25519) and the keys that the public record names. */
import { createPublicKey, verify } from 'node:crypto';
import { bodyOf } from './bodyOf';
import { ascii, sha256, unhex } from './bytes';
import { canonicalText } from './canonicalText';
import type { Entry } from './shapes';

/** An Ed25519 public key in SPKI begins with these bytes (RFC 8410). */
const spkiHead = unhex('302a300506032b6570032100');
const dayMs = 86_400_000;

export type Purpose = 'root' | 'receipt' | 'key' | 'witness';
export const signedText = (purpose: Purpose, value: unknown): string => `tessera ${purpose} 1\n${canonicalText(value)}`;

export function isSigned(publicKey: string, text: string, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(publicKey) || !/^[0-9a-f]{128}$/.test(signature)) return false;
  try {
    const key = createPublicKey({ key: Buffer.concat([spkiHead, unhex(publicKey)]), format: 'der', type: 'spki' });
    return verify(null, ascii(text), key, unhex(signature));
  } catch {
    return false;
  }
}

export interface Key {
  readonly keyId: string;
  readonly publicKey: string;
  /** It may sign from its publication until a day after the next one's. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Entries whose key id or hand-over is wrong name no key. */
export function keysOf(entries: readonly Entry[]): readonly Key[] {
  const keys: Key[] = [];
  for (const { atMs, body } of entries.filter(({ kind }) => kind === 'key')) {
    const { handover, ...announced } = bodyOf<Record<string, string | null>>({ body });
    const { algorithm, keyId, publicKey, previous } = announced;
    if (algorithm !== 'Ed25519' || typeof publicKey !== 'string' || keyId !== sha256(unhex(publicKey)).slice(0, 16)) continue;
    const before = keys.find((one) => one.keyId === previous);
    const isHandedOver = typeof handover === 'string' && before !== undefined;
    if (handover != null && !(isHandedOver && isSigned(before.publicKey, signedText('key', announced), handover))) continue;
    const last = keys.pop();
    if (last !== undefined) keys.push({ ...last, toMs: atMs + dayMs });
    keys.push({ keyId, publicKey, fromMs: atMs, toMs: Number.POSITIVE_INFINITY });
  }
  return keys;
}

/** undefined: no keys are known here. */
export function isSignedByExchange(
  keys: readonly Key[],
  { keyId, atMs, signature }: { readonly keyId: string; readonly atMs: number; readonly signature: string },
  text: string,
): boolean | undefined {
  if (keys.length === 0) return undefined;
  const key = keys.find((one) => one.keyId === keyId);
  return key !== undefined && atMs >= key.fromMs && atMs <= key.toMs && isSigned(key.publicKey, text, signature);
}
