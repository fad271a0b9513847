/**
 * Whom the exchange asks to witness its roots, as the public record names them (kind `witness`): the whole list, whenever it is
 * another one. `{"witnesses":[{"kind":"countersigner","url":…,"publicKey":…},{"kind":"timestamp","url":…,"certificates":[…]}]}`;
 * `certificates` are SHA-256 of the authority's root certificates (DER).
 */
import * as z from 'zod/mini';
import type { RecordEntry } from './publicRecord';

const body = z.object({
  witnesses: z.array(z.object({ kind: z.string(), url: z.string(), publicKey: z.optional(z.string()) })),
});

/** A key that a countersigner was published with. */
export interface WitnessKey {
  readonly url: string;
  readonly publicKey: string;
  readonly fromMs: number;
  /** Another key stood there before: anyone who trusts this one asks the witness why. */
  readonly isChanged: boolean;
}

/** Oldest first. An entry of another form names nobody. */
export function readWitnessKeys(entries: readonly Pick<RecordEntry, 'kind' | 'atMs' | 'body'>[]): readonly WitnessKey[] {
  const keys: WitnessKey[] = [];
  for (const { kind, atMs, body: text } of entries) {
    if (kind !== 'witness') continue;
    for (const { url, publicKey } of readList(text)) {
      if (publicKey === undefined || keys.some((key) => key.url === url && key.publicKey === publicKey)) continue;
      keys.push({ url, publicKey, fromMs: atMs, isChanged: keys.some((key) => key.url === url) });
    }
  }
  return keys;
}

/** The addresses of those whom the exchange said at an instant that it asks. */
export function witnessesAt(entries: readonly Pick<RecordEntry, 'kind' | 'atMs' | 'body'>[], atMs: number): readonly string[] {
  const said = entries.findLast((entry) => entry.kind === 'witness' && entry.atMs <= atMs);
  return said === undefined ? [] : readList(said.body).map(({ url }) => url);
}

function readList(text: string): z.infer<typeof body>['witnesses'] {
  try {
    return body.parse(JSON.parse(text)).witnesses;
  } catch {
    return [];
  }
}
