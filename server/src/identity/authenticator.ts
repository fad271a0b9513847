/**
 * Codes of an authenticator app: six digits that change every 30 seconds (RFC 6238). A code is taken one step early or late,
 * because clocks differ; that each step is taken once is the caller's to hold.
 */
import { Secret, TOTP } from 'otpauth';

const issuer = 'Tessera';
export const authenticatorKeyBytes = 20;
const periodMs = 30_000;
/** Steps before and after the server's own. */
const tolerance = 1;
const codeForm = /^\d{6}$/;

const totpOf = (key: Buffer, account = '') =>
  new TOTP({ issuer, label: account, secret: new Secret({ buffer: new Uint8Array(key).buffer }), period: periodMs / 1000 });

/** What the person types into the app, or what the app reads from a drawn code. */
export function authenticatorEntry(key: Buffer, account: string): { readonly secret: string; readonly uri: string } {
  const totp = totpOf(key, account);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The step whose code this is; undefined when it is of none near now. */
export function authenticatorStep(key: Buffer, code: string, nowMs: number): number | undefined {
  if (!codeForm.test(code)) return undefined;
  const delta = totpOf(key).validate({ token: code, timestamp: nowMs, window: tolerance });
  return delta === null ? undefined : Math.floor(nowMs / periodMs) + delta;
}
