/**
 * Sees when somebody has changed a release pointer, so that the open pages can be told and a promoted or rolled-back remote
 * reaches them in seconds. Only a hint: pages read and judge the signed pointer themselves, and also poll.
 */
import { channels, type Bucket } from '@tessera/release';
import { releasePointer, type ReleasePointer } from '@tessera/shared/federation';
import { repeat, type Repeating } from '../platform/timers';
import type { Outage } from './outage';
import { untilStopped } from './untilStopped';

/** `onPointer` is called for the pointer that stands there at the start too. */
export function watchReleases(
  bucket: Pick<Bucket, 'read'>,
  options: { readonly lookMs: number; readonly outage: Outage; onPointer(pointer: ReleasePointer): void },
): Repeating {
  const seen = new Map<string, string>();
  async function look(): Promise<void> {
    for (const channel of channels) {
      const bytes = await bucket.read(`pointer/${channel}.json`);
      const body = bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
      if (body === undefined || body === seen.get(channel)) continue;
      seen.set(channel, body);
      const pointer = releasePointer.safeParse(parseJson(body));
      if (!pointer.success) throw new Error(`pointer/${channel}.json in the release store is no pointer`);
      options.onPointer(pointer.data);
    }
    options.outage.ended();
  }
  return repeat(options.lookMs, (signal) => untilStopped(look(), signal), options.outage.failed);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
