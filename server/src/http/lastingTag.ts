/**
 * The tag of an answer that will never be another one: a page of the tick log that was asked for by number and length, and is as
 * long. The log is shown as far as its last root, so nothing of it can change. undefined: do not keep it.
 */
import type { EndpointName, EndpointResponse } from '@tessera/shared/contract';

export function lastingTag(name: EndpointName, asked: unknown, answer: unknown): string | undefined {
  if (name !== 'tickRange') return undefined;
  const { fromSeq, limit } = asked as Readonly<Record<string, unknown>>;
  const { ticks } = answer as EndpointResponse<'tickRange'>;
  const [first, last] = [ticks[0], ticks[ticks.length - 1]];
  const isWhole = last !== undefined && String(first?.seq) === fromSeq && String(ticks.length) === limit;
  return isWhole ? `"${ticks.length}-${last.hash}"` : undefined;
}
