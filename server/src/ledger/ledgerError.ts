/** The one table from the book's SQLSTATEs to the error catalogue. */
import { AppError, InvariantError, type ErrorParams } from '@tessera/shared/errors';

interface SqlError extends Error {
  readonly code: string;
  readonly detail?: string;
  readonly constraint?: string;
}
const isSqlError = (error: unknown): error is SqlError =>
  error instanceof Error && typeof (error as { code?: unknown }).code === 'string';

/** Legs that the book does not take. They are made by our own code: a wrong one is our mistake, never the person's. */
export class LedgerRefusal extends InvariantError {}

/** What to throw instead; anything unknown stays as it is. */
export function toLedgerError(error: unknown): unknown {
  if (!isSqlError(error)) return error;
  switch (error.code) {
    case 'L0001':
      return new AppError('WALLET_BALANCE_INSUFFICIENT', { params: paramsOf(error.detail), cause: error });
    case 'L0002':
      return new AppError('REQUEST_ILLEGAL', { cause: error });
    case 'L0003':
    case 'L0004':
    case 'L0006':
      return new LedgerRefusal(`the ledger refused the posting: ${error.message}`, { cause: error });
    case 'L0007':
      return new AppError('LIMIT_DEPOSIT_REACHED', { params: paramsOf(error.detail), cause: error });
    case 'L0005':
      return new AppError('WALLET_FUNDS_READ_ONLY', { cause: error });
    case '23503':
      return error.constraint === 'account_asset_fkey' ? new AppError('WALLET_ASSET_NOT_FOUND', { cause: error }) : error;
    default:
      return error;
  }
}

function paramsOf(detail: string | undefined): ErrorParams {
  return detail === undefined ? {} : (JSON.parse(detail) as Record<string, string>);
}
