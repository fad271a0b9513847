/** From the SQLSTATEs of merchants (migration 0404) to the error catalogue. */
import { AppError } from '@tessera/shared/errors';
import { toReviewError } from '../reviews/reviewError';

const uniqueName = '23505';

/** What to throw instead; anything unknown stays as it is. */
export function toMerchantError(error: unknown): unknown {
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown };
  if (code === 'C0003') return new AppError('DATA_NOT_FOUND', { cause: error });
  if (code === 'C0004') return new AppError('PARAMETER_WRONG', { params: { field: 'amount' }, cause: error });
  if (code === uniqueName && constraint === 'c2c_merchant_name_key')
    return new AppError('PARAMETER_WRONG', { params: { field: 'name' }, cause: error });
  return toReviewError(error);
}
