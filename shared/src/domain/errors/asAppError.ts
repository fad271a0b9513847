import { AppError } from './AppError';
import type { ErrorCode } from './codes';

/** Whatever was thrown, as an AppError: itself if it is one, else `code` with the thrown value as its cause. */
export const asAppError = (thrown: unknown, code: ErrorCode): AppError =>
  thrown instanceof AppError ? thrown : new AppError(code, { cause: thrown });
