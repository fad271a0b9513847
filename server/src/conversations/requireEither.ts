import { AppError } from '@tessera/shared/errors';

/** An entry is a text or a picture. Throws PARAMETER_MISSING for neither, PARAMETER_WRONG for both. */
export function requireEither(text: unknown, picture: unknown): void {
  if ((text === undefined) === (picture === undefined))
    throw new AppError(text === undefined ? 'PARAMETER_MISSING' : 'PARAMETER_WRONG', { params: { field: 'text' } });
}
