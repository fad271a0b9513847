/** From the SQLSTATEs of what operators do (migrations 0210, 0275, 0325 and 0340) to the error catalogue. */
import { AppError } from '@tessera/shared/errors';

const codes = {
  O0002: 'REQUEST_UNAUTHORIZED',
  O0006: 'INCIDENT_ORDERS_RUN',
  O0007: 'INCIDENT_REFUNDS_RUN',
  O0008: 'AUTH_SESSION_ENDED',
  O0009: 'INCIDENT_DECIDED',
  O0010: 'INCIDENT_OWN',
  O0011: 'OPERATOR_LAST',
  L0012: 'DATA_NOT_FOUND',
} as const;

/** What to throw instead; anything unknown stays as it is. */
export function toOperatorError(error: unknown): unknown {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && Object.hasOwn(codes, code)
    ? new AppError(codes[code as keyof typeof codes], { cause: error })
    : error;
}
