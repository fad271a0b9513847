/**
 * The pointer as a chain of numbered changes.
 *
 * A change is the object pointer/log/<serial>.json. Creating the next free number is what only one of several writers can
 * do: that is the compare-and-swap. The pointer file that hosts read is a copy of the newest change, so a writer that dies
 * between the two steps leaves nothing to repair by hand: the next one copies again.
 *
 * The pointer and its detached signature are two files that a reader fetches one after the other. The signature file keeps
 * one line for the newest body and one for the body before it and is replaced first, so that either body finds its line. Further
 * lines say until when the newest body counts as live for a browser that sees its first pointer.
 */
import * as z from 'zod/mini';
import { releasePointer } from '@tessera/shared/federation';
import { printablePointer } from '../output/printable';
import { ReleaseProblem } from '../ReleaseProblem';
import { freshnessLines, storedFreshnessMs } from '../signing/freshness';
import type { SigningKeys } from '../signing/SigningKeys';
import type { Bucket } from './Bucket';
import type { Channel } from './Channel';
import { readText } from './readText';
import type { ReleaseStore } from './ReleaseStore';

/** `body` is the pointer file's exact text, since the signature is over its bytes. */
const pointerChange = z.object({ body: z.string(), signature: z.string() });
type PointerChange = z.infer<typeof pointerChange>;

const logPrefix = 'pointer/log/';
const changeKey = (serial: number): string => `${logPrefix}${serial}.json`;

export function createPointerLog(
  bucket: Bucket,
  keys: SigningKeys,
  now: () => number,
): Pick<ReleaseStore, 'readPointer' | 'swapPointer' | 'refreshPointer' | 'readLog'> {
  /** The log has no gaps, so a store that has seen it once only looks whether the next number is taken. */
  let seenSerial = 0;
  async function newestSerial(): Promise<number> {
    if (seenSerial === 0) {
      const serials = (await bucket.list(logPrefix)).map((key) => /^(\d+)\.json$/.exec(key.slice(logPrefix.length))?.[1]);
      seenSerial = Math.max(0, ...serials.map((serial) => Number(serial ?? 0)));
    }
    // Counted for this caller alone: two that count the same change together would go one too far.
    let newest = seenSerial;
    while ((await bucket.read(changeKey(newest + 1))) !== undefined) newest += 1;
    seenSerial = Math.max(seenSerial, newest);
    return newest;
  }

  async function readChange(serial: number): Promise<PointerChange> {
    const text = await readText(bucket, changeKey(serial));
    if (text === undefined) throw new ReleaseProblem('refused', `change ${serial} of the pointer is missing in ${bucket.name}`);
    return pointerChange.parse(JSON.parse(text));
  }

  /** What readers fetch when this change is the newest: the pointer's text, and a signature for it and for the one before. */
  async function publicCopy(channel: Channel, serial: number): Promise<{ body: string; signatures: string }> {
    const change = await readChange(serial);
    const lines = serial > 1 ? [change.signature, (await readChange(serial - 1)).signature] : [change.signature];
    lines.push(...freshnessLines(keys, channel, change.body, now() + storedFreshnessMs));
    return { body: change.body, signatures: `${lines.join('\n')}\n` };
  }

  /** Repeats until the copy is of the newest change, so that a slow writer cannot leave an older one in place. */
  async function copyNewest(channel: Channel): Promise<void> {
    let copied = -1;
    for (let serial = await newestSerial(); serial !== copied && serial > 0; serial = await newestSerial()) {
      const { body, signatures } = await publicCopy(channel, serial);
      await bucket.replace(`pointer/${channel}.json.sig`, Buffer.from(signatures));
      await bucket.replace(`pointer/${channel}.json`, Buffer.from(body));
      copied = serial;
    }
  }

  /** A signature file of before can stand beside the newest body when a slow writer died, so both are looked at. */
  async function isCopied(channel: Channel, { body, signature }: PointerChange): Promise<boolean> {
    const [copy, signatures = ''] = await Promise.all([
      readText(bucket, `pointer/${channel}.json`),
      readText(bucket, `pointer/${channel}.json.sig`),
    ]);
    return copy === body && signatures.startsWith(`${signature}\n`);
  }

  /** Takes the serial, or tells who was first. An answer that got lost on its way makes a repeated request find its own change. */
  async function takeSerial(serial: number, change: PointerChange): Promise<void> {
    if (serial !== (await newestSerial()) + 1) throw conflict(serial);
    if ((await bucket.create(changeKey(serial), Buffer.from(JSON.stringify(change)))) === 'created') return;
    if ((await readChange(serial)).signature !== change.signature) throw conflict(serial);
  }

  return {
    async readPointer(channel) {
      const serial = await newestSerial();
      if (serial === 0) return undefined;
      const change = await readChange(serial);
      const pointer = printablePointer(releasePointer.parse(JSON.parse(change.body)));
      if (!keys.isSignedBy(change.body, change.signature) || pointer.serial !== serial) {
        throw new ReleaseProblem('refused', `change ${serial} of the pointer is not signed by a key of this data directory`);
      }
      if (!(await isCopied(channel, change))) await copyNewest(channel);
      return pointer;
    },

    async swapPointer(channel, next, by = 'current') {
      const body = JSON.stringify(next);
      // Behind a change that cannot be read, no change can be made.
      releasePointer.parse(JSON.parse(body));
      const signature = keys.sign(body, by);
      await takeSerial(next.serial, { body, signature });
      if (!keys.isSignedBy(body, signature)) {
        // The keys were rotated between the two lines above: hosts that were published since trust the new pair only.
        const again = JSON.stringify({ ...next, serial: next.serial + 1 });
        await takeSerial(next.serial + 1, { body: again, signature: keys.sign(again) });
      }
      await copyNewest(channel);
    },

    refreshPointer: copyNewest,

    async readLog(limit) {
      const newest = await newestSerial();
      const serials = Array.from({ length: Math.min(limit, newest) }, (_, index) => newest - index);
      return Promise.all(
        serials.map(async (serial) => {
          const { body, signature } = await readChange(serial);
          const pointer = printablePointer(releasePointer.parse(JSON.parse(body)));
          return { pointer, isSigned: pointer.serial === serial && keys.wasSignedBy(body, signature) };
        }),
      );
    },
  };
}

function conflict(serial: number): ReleaseProblem {
  return new ReleaseProblem(
    'conflict',
    `somebody else changed the pointer first (serial ${serial} is taken); look at "status" and try again`,
  );
}
