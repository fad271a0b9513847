/**
 * How an answer is wrapped: data, a refusal by its code, or 999 when the session is over. What went wrong inside is told
 * to the log only; the caller gets a trace id that finds it there.
 */
import { sessionEndedType } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { LedgerRefusal } from '../ledger/ledgerError';
import { isPassingFault } from '../store/passingFault';
import type { Envelope } from '@tessera/shared/contract';
import type { ErrorCode } from '@tessera/shared/errors';

const endsSession: ReadonlySet<ErrorCode> = new Set(['AUTH_LOGIN_REQUIRED', 'AUTH_SESSION_ENDED']);

export const wrapData = (message: unknown): Envelope => ({ type: 'ok', message });

export function wrapRefusal(refusal: AppError): Envelope {
  const type = endsSession.has(refusal.code) ? sessionEndedType : 'error';
  const hasParams = Object.keys(refusal.params).length > 0;
  return { type, message: refusal.code, ...(hasParams ? { params: { ...refusal.params } } : {}) };
}

/** Errors of the HTTP layer itself (broken JSON, a body too large …), by their framework codes. */
const frameworkRefusals: Readonly<Record<string, () => AppError>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: () => new AppError('PARAMETER_WRONG', { params: { field: 'body' } }),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new AppError('PARAMETER_MISSING', { params: { field: 'body' } }),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('PARAMETER_WRONG', { params: { field: 'body' } }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new AppError('PARAMETER_WRONG', { params: { field: 'body' } }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new AppError('REQUEST_ILLEGAL'),
};

export interface ShownRefusal {
  readonly refusal: AppError;
  /** Ours to look into. */
  readonly isFault: boolean;
  /** The database was busy or away; worth a line in the log. */
  readonly isPassing?: boolean;
}

/** Anything thrown as a refusal the caller may see. */
export function refusalOf(error: unknown, traceId: string): ShownRefusal {
  if (error instanceof AppError) {
    const isFault = error.code === 'REQUEST_EXCEPTION';
    return { refusal: isFault ? new AppError(error.code, { params: { trace: traceId, ...error.params } }) : error, isFault };
  }
  if (isPassingFault(error))
    return { refusal: new AppError('PLEASE_RETRY', { isRetryable: true, cause: error }), isFault: false, isPassing: true };
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = frameworkRefusals[code]?.();
  if (known !== undefined) return { refusal: known, isFault: false };
  // The parser refuses "__proto__" and "constructor" keys with a plain SyntaxError.
  if (error instanceof SyntaxError)
    return { refusal: new AppError('PARAMETER_WRONG', { params: { field: 'body' } }), isFault: false };
  const fault = error instanceof LedgerRefusal ? 'WALLET_DEDUCTION_FAILED' : 'REQUEST_EXCEPTION';
  return { refusal: new AppError(fault, { params: { trace: traceId } }), isFault: true };
}
