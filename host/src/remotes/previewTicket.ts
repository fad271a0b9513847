/**
 * A preview ticket: `base64url(JSON) + "." + base64url(signature)`. Only what a trusted key signed and what has not expired
 * counts; everything else is as if there were no ticket.
 */
import { previewTicket, type PreviewTicket } from '@tessera/shared/federation';
import type { SignatureCheck } from './verifySignature';

export interface TicketRules {
  readonly isSigned: SignatureCheck;
  /** Epoch milliseconds in the server's clock. */
  now(): number;
}

export async function readPreviewTicket(ticket: string, { isSigned, now }: TicketRules): Promise<PreviewTicket | undefined> {
  const [body, signature, ...more] = ticket.split('.');
  if (body === undefined || signature === undefined || more.length > 0) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(atob(toBase64(body)), (character) => character.charCodeAt(0)),
    );
    if (!(await isSigned(text, toBase64(signature)))) return undefined;
    const parsed = previewTicket.safeParse(JSON.parse(text));
    return parsed.success && now() < parsed.data.expiresAtMs ? parsed.data : undefined;
  } catch {
    return undefined; // neither base64 nor JSON: somebody's own text
  }
}

const toBase64 = (text: string): string => text.replaceAll('-', '+').replaceAll('_', '/');
