/**
 * The last known quote of every symbol, and which ones changed since the last frame.
 *
 * A quote's receivedAtMs is the moment up to which the price is known to be the market's: the batch's server time for a
 * live change, the tick's own time for a snapshot. A price that was old when the page asked therefore looks old at once.
 */
import { auditTime, map, share, Subject, type animationFrameScheduler, type Observable } from '@tessera/shared/kernel';
import { fromQuoteRow, type QuoteBatch, type QuoteRow } from '../../domain/contract';
import type { LiveQuote } from '../../federation';
import { decimalPattern } from '../../domain/money';
import type { ServerClock } from '../../domain/time';

export interface LatestQuotesOptions {
  readonly clock: ServerClock;
  readonly frames: typeof animationFrameScheduler;
  readonly onBadRow?: ((row: unknown) => void) | undefined;
}

export interface LatestQuotes {
  peek(symbol: string): LiveQuote | undefined;
  accept(batch: QuoteBatch, kind: 'live' | 'snapshot'): void;
  /** The symbols that changed, at most once per frame. */
  readonly frame$: Observable<ReadonlySet<string>>;
}

export function createLatestQuotes({ clock, frames, onBadRow }: LatestQuotesOptions): LatestQuotes {
  const last = new Map<string, LiveQuote>();
  const changed = new Set<string>();
  const arrival$ = new Subject<void>();
  let hasReportedBadRow = false;

  const frame$ = arrival$.pipe(
    auditTime(0, frames),
    map(() => {
      const symbols = new Set(changed);
      changed.clear();
      return symbols;
    }),
    share(),
  );

  function accept({ serverMs, rows }: QuoteBatch, kind: 'live' | 'snapshot'): void {
    for (const row of rows) {
      if (!isQuoteRow(row)) {
        if (!hasReportedBadRow) onBadRow?.(row);
        hasReportedBadRow = true;
        continue;
      }
      const quote = fromQuoteRow(row);
      const known = last.get(quote.symbol);
      if (known !== undefined && quote.seq < known.seq && quote.atMs <= known.atMs) continue;
      const knownUntilMs = kind === 'live' && quote.seq !== known?.seq ? serverMs : quote.atMs;
      // Before its first sample the clock is the device's own, which may be hours off: arrival is the best that is known.
      const receivedAtMs = clock.errorMs() === undefined ? clock.now() : Math.min(clock.now(), knownUntilMs);
      last.set(quote.symbol, {
        ...quote,
        receivedAtMs: Math.max(receivedAtMs, quote.seq === known?.seq ? known.receivedAtMs : 0),
      });
      changed.add(quote.symbol);
    }
    if (changed.size > 0) arrival$.next();
  }

  return { peek: (symbol) => last.get(symbol), accept, frame$ };
}

/** The full schema would cost more than everything else that a batch does; these checks keep out what would harm. */
function isQuoteRow(row: unknown): row is QuoteRow {
  return (
    Array.isArray(row) &&
    row.length === 12 &&
    typeof row[0] === 'string' &&
    Number.isSafeInteger(row[1]) &&
    Number.isSafeInteger(row[2]) &&
    [row[3], row[4], row[5]].every((price) => typeof price === 'string' && decimalPattern.test(price))
  );
}
