/** The times without prices that the public record names. */
import { bodyOf } from './bodyOf';
import type { Entry } from './shapes';

/** Its ends are the ticks before and after it. */
export interface Pause {
  readonly fromMs: number;
  readonly toMs: number;
}

interface Paused {
  readonly symbols?: readonly { readonly symbol: string; readonly fromMs: number; readonly toMs: number | null }[];
}

const listOf = <One>(value: readonly One[] | undefined): readonly One[] => (Array.isArray(value) ? value : []);

/**
 * undefined: not every entry is known, so a pause may be among those that are not. One that had not ended is published again when it has;
 * until then it reaches to its publication.
 */
export const pausesOf = (symbol: string, entries: readonly Entry[]): Pause[] | undefined =>
  entries.length === 0 || entries.at(-1)?.seq !== entries.length
    ? undefined
    : entries
        .filter(({ kind }) => kind === 'pause')
        .flatMap(({ atMs, body }) =>
          listOf(bodyOf<Paused>({ body }).symbols)
            .filter((one) => one.symbol === symbol)
            .map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs ?? atMs })),
        );
