/**
 * One key per intention of a call that moves money. The app sends its own, made when the form opened. Without one it is
 * derived from user, call and body within three seconds, so that a double tap is still one order.
 */
import { AppError } from '@tessera/shared/errors';
import { idempotencyHeader } from '@tessera/shared/contract';
import { sha256Hex } from '../platform/random';

const bucketMs = 3000;
const pattern = /^[A-Za-z0-9_-]{8,64}$/;

export function idempotencyKeyOf(
  header: string | readonly string[] | undefined,
  call: {
    readonly userId: string;
    readonly name: string;
    readonly request: Readonly<Record<string, unknown>>;
    readonly nowMs: number;
  },
): string {
  if (header === undefined) {
    const body = JSON.stringify(Object.entries(call.request).sort(([a], [b]) => (a < b ? -1 : 1)));
    return `d-${sha256Hex([call.userId, call.name, body, Math.floor(call.nowMs / bucketMs)].join('\n'))}`;
  }
  if (typeof header !== 'string' || !pattern.test(header))
    throw new AppError('PARAMETER_WRONG', { params: { field: idempotencyHeader } });
  return header;
}
