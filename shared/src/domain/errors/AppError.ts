import type { ErrorCode } from './codes';

export type ErrorParams = Readonly<Record<string, string>>;

/**
 * An operating fault or a refusal from the exchange, by its catalogue code. Texts live in locales under the same code.
 * Host and remotes each carry this class in their own bundle, so `instanceof` goes by the name and the code: an error made
 * by the host's client is an AppError in every remote.
 */
export class AppError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'AppError' && 'code' in value && typeof value.code === 'string';
  }

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
