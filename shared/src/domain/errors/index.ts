export { AppError } from './AppError';
export { asAppError } from './asAppError';
export type { ErrorParams } from './AppError';
export { errorCodes, isErrorCode } from './codes';
export type { ErrorCode } from './codes';
export { assertNever, invariant, InvariantError } from './invariant';
export { refuse, succeed } from './Result';
export type { Result } from './Result';
