/** The times without prices that the public record names (kind `pause`), of one symbol. */
import * as z from 'zod/mini';
import type { RecordEntry } from './publicRecord';

/** Its ends are the ticks before and after it, or the market's opening and close. */
export interface PausedSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

const body = z.object({
  symbols: z.array(z.object({ symbol: z.string(), fromMs: z.int(), toMs: z.nullable(z.int()) })),
});

/** One that had not ended reaches to its publication: its end is published as well. An entry of another form names none. */
export const readPauses = (
  entries: readonly Pick<RecordEntry, 'kind' | 'atMs' | 'body'>[],
  symbol: string,
): readonly PausedSpan[] =>
  entries
    .filter(({ kind }) => kind === 'pause')
    .flatMap(({ atMs, body: text }) =>
      readList(text)
        .filter((pause) => pause.symbol === symbol)
        .map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs ?? atMs })),
    );

function readList(text: string): z.infer<typeof body>['symbols'] {
  try {
    return body.parse(JSON.parse(text)).symbols;
  } catch {
    return [];
  }
}
