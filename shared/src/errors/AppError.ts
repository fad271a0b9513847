import type { ErrorCode } from './codes';

export type ErrorParams = Readonly<Record<string, string>>;

/** An operating fault or a refusal from the exchange, by its catalogue code. Texts live in locales under the same code. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly isRetryable: boolean;
  /** True when nobody knows whether the server acted (no answer in time): ask again, never say "failed". */
  readonly isOutcomeUnknown: boolean;

  constructor(
    code: ErrorCode,
    options: { params?: ErrorParams; cause?: unknown; isRetryable?: boolean; isOutcomeUnknown?: boolean } = {},
  ) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.params = options.params ?? {};
    this.isRetryable = options.isRetryable ?? false;
    this.isOutcomeUnknown = options.isOutcomeUnknown ?? false;
  }
}
