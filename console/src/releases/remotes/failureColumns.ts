/** The failures of the last hour as columns of a plot: one per minute, the versions on top of each other. */
import type { RemoteStatus } from '@tessera/release';

const minuteMs = 60_000;
export const shownMinutes = 60;

export interface FailureColumn {
  /** 0: an hour ago; 59: the present minute. */
  readonly slot: number;
  readonly minuteMs: number;
  readonly loaded: number;
  /** Per version that failed in this minute, in the order of `versions`. */
  readonly failed: readonly { readonly version: string; readonly count: number }[];
}

/** Minutes in which something was loaded or failed, oldest first. `versions` says what stands below what. */
export function failureColumns(
  failures: RemoteStatus['failures'],
  versions: readonly string[],
  nowMs: number,
): readonly FailureColumn[] {
  const present = Math.floor(nowMs / minuteMs);
  const minutes = [...new Set(failures.map((each) => each.minuteMs))].sort((a, b) => a - b);
  return minutes.flatMap((atMs) => {
    const slot = shownMinutes - 1 - (present - Math.floor(atMs / minuteMs));
    if (slot < 0 || slot >= shownMinutes) return [];
    const own = failures.filter((each) => each.minuteMs === atMs);
    const failed = versions.flatMap((version) => {
      const count = own.filter((each) => each.version === version).reduce((sum, each) => sum + each.failed, 0);
      return count === 0 ? [] : [{ version, count }];
    });
    return [{ slot, minuteMs: atMs, loaded: own.reduce((sum, each) => sum + each.loaded, 0), failed }];
  });
}

/** The height of the plot in pages. */
export const highestColumn = (columns: readonly FailureColumn[]): number =>
  Math.max(
    1,
    ...columns.map(({ loaded, failed }) =>
      Math.max(
        loaded,
        failed.reduce((sum, { count }) => sum + count, 0),
      ),
    ),
  );
