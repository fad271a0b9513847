/** Says of a pointer that it is live now: what a browser needs that has no pointer of before to compare with. */
import { freshnessLine, freshnessText } from '@tessera/shared/federation';
import type { SigningKeys } from './SigningKeys';

const hourMs = 3_600_000;
/** In the bucket, where a place without a running server gets it from: until the next change, or `release refresh`. */
export const storedFreshnessMs = 7 * 24 * hourMs;
/** From a running server, which signs it again whenever it is asked. */
export const servedFreshnessMs = 24 * hourMs;

/** One line per key, so that a rotation of the keys leaves one that every host trusts. */
export function freshnessLines(keys: SigningKeys, channel: string, body: string, untilMs: number): readonly string[] {
  const text = freshnessText(channel, untilMs, body);
  return (['current', 'next'] as const).map((by) => freshnessLine({ untilMs, signature: keys.sign(text, by) }));
}
