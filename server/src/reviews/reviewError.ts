/** The one table from the SQLSTATEs of reviews and operators to the error catalogue. */
import { AppError } from '@tessera/shared/errors';

const codes = {
  O0002: 'REQUEST_UNAUTHORIZED',
  O0008: 'AUTH_SESSION_ENDED',
  R0002: 'STATUS_ABNORMAL',
  R0003: 'REVIEW_CHANGED',
  R0004: 'REVIEW_OWN',
} as const;

/** What to throw instead; anything unknown stays as it is. */
export function toReviewError(error: unknown): unknown {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && Object.hasOwn(codes, code)
    ? new AppError(codes[code as keyof typeof codes], { cause: error })
    : error;
}
