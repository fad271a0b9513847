import type { Quote } from '../../domain/contract';
import type { LiveQuote } from '../../federation/RemoteContract';

/**
 * What a screen shows of a market: the live quote, or an answer over HTTP that is newer than it. One rule for the header and
 * for the chart below it, which must not contradict each other. A snapshot ages from its tick on: nobody tells when the
 * stream will bring a newer one.
 */
export function latestQuote(live: LiveQuote | undefined, snapshot: Quote | undefined): LiveQuote | undefined {
  if (snapshot === undefined || (live !== undefined && live.seq >= snapshot.seq)) return live;
  return { ...snapshot, receivedAtMs: snapshot.atMs };
}
