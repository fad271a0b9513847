/** Maps the SQLSTATEs of the operators' functions for projects (migration 0417) to the error catalogue. */
import { AppError } from '@tessera/shared/errors';
import { toReviewError } from '../../reviews/reviewError';

export function toProjectError(error: unknown): unknown {
  const { code } = error as { readonly code?: unknown };
  return code === 'L0012' ? new AppError('DATA_NOT_FOUND', { cause: error }) : toReviewError(error);
}
