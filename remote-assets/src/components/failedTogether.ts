/** What a page reads apart but fails alike: said once, with one button that asks for all of it again. */
import type { AppError } from '@tessera/shared/errors';
import type { Loadable } from '@tessera/shared/ui';

interface Part {
  readonly loadable: Loadable<unknown>;
  refetch(): void;
}

interface Failure {
  readonly error: AppError;
  has(part: Part): boolean;
  retry(): void;
}

/** Of the parts that failed with nothing to show; undefined where it is one at most, which says so itself. */
export function failedTogether(parts: readonly Part[]): Failure | undefined {
  const failed = parts.flatMap((part) =>
    part.loadable.state === 'failed' && part.loadable.data === undefined ? [{ part, error: part.loadable.error }] : [],
  );
  const [first, second] = failed;
  if (first === undefined || second === undefined) return undefined;
  return {
    error: first.error,
    has: (part) => failed.some((one) => one.part === part),
    retry() {
      for (const { part } of failed) part.refetch();
    },
  };
}
