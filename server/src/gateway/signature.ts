/**
 * Who wrote a message: an HMAC-SHA-256 over the instant and the exact bytes. Header: "t=<epoch ms>,v1=<64 digits>", v1 once for each key
 * that the sender signs with. While keys are changed both sides may hold two.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const signatureHeader = 'tessera-signature';
/** Older or newer than this it may be a message that somebody kept. */
export const replayWindowMs = 300_000;

const form = /^t=(\d{1,15})((?:,v1=[0-9a-f]{64}){1,4})$/;

const hmac = (key: string, atMs: number, body: Buffer): Buffer =>
  createHmac('sha256', key).update(`${atMs}.`).update(body).digest();

export const sign = (keys: readonly string[], atMs: number, body: Buffer): string =>
  [`t=${atMs}`, ...keys.map((key) => `v1=${hmac(key, atMs, body).toString('hex')}`)].join(',');

export type SignatureProblem = 'wrong_signature' | 'outside_window';

/** undefined: one of `keys` signed it just now. How long it takes does not tell how much of a signature was right. */
export function signatureProblem(
  header: unknown,
  { keys, body, nowMs }: { readonly keys: readonly string[]; readonly body: Buffer; readonly nowMs: number },
): SignatureProblem | undefined {
  const [, instant, listed] = typeof header === 'string' ? (form.exec(header) ?? []) : [];
  if (instant === undefined || listed === undefined) return 'wrong_signature';
  const atMs = Number.parseInt(instant, 10);
  const given = listed
    .split(',v1=')
    .slice(1)
    .map((text) => Buffer.from(text, 'hex'));
  const made = keys.map((key) => hmac(key, atMs, body));
  const isSigned = made.map((own) => given.some((one) => timingSafeEqual(own, one))).includes(true);
  if (!isSigned) return 'wrong_signature';
  return Math.abs(nowMs - atMs) > replayWindowMs ? 'outside_window' : undefined;
}
