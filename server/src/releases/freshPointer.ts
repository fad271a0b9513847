/**
 * The signatures beside a pointer as they are served: with a word of this server, signed when it is asked, that the pointer is
 * what is live now. Browsers that come for the first time ask for it, so an old pointer that somebody plays to them again is
 * refused a day later. What stands below the highest serial that this server has seen gets no such word.
 */
import { freshnessLines, servedFreshnessMs, type SigningKeys } from '@tessera/release';
import { readSignatureLines, releasePointer } from '@tessera/shared/federation';
import type { Clock } from '../platform/Clock';

/** One signing serves all who ask meanwhile. */
const keptMs = 60_000;

export type FreshSignatures = (channel: string, body: string, signatures: string) => string;

export function createFreshSignatures({ keys, clock }: { readonly keys: SigningKeys; readonly clock: Clock }): FreshSignatures {
  const highest = new Map<string, number>();
  const kept = new Map<string, { readonly about: string; readonly atMs: number; readonly text: string }>();

  function signed(channel: string, body: string, signatures: string): string {
    const lines = readSignatureLines(signatures).signatures;
    const serial = releasePointer.safeParse(parseJson(body)).data?.serial ?? -1;
    const seen = highest.get(channel) ?? 0;
    const isLive = serial >= seen && lines.some((line) => keys.isSignedBy(body, line));
    if (isLive) highest.set(channel, serial);
    const fresh = isLive ? freshnessLines(keys, channel, body, clock.now() + servedFreshnessMs) : [];
    return `${[...lines, ...fresh].join('\n')}\n`;
  }

  return (channel, body, signatures) => {
    const about = `${body}\n${signatures}`;
    const last = kept.get(channel);
    if (last?.about === about && clock.now() - last.atMs < keptMs) return last.text;
    const text = signed(channel, body, signatures);
    kept.set(channel, { about, atMs: clock.now(), text });
    return text;
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
