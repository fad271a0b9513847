/**
 * Sees when the release tool has written another pointer file and tells the open pages, so that a promoted or rolled-back
 * remote reaches them in seconds. Only a hint: pages read and judge the signed pointer themselves, and also poll.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { repeat, type Repeating } from '../platform/timers';

const lookMs = 1000;
const pointerHead = z.object({ channel: z.string(), serial: z.int() });
export type PointerHead = z.infer<typeof pointerHead>;

/** Nothing is told for the pointers that stand there at the start. */
export function watchReleases(pointerDir: string, announce: (head: PointerHead) => void, onError: (error: unknown) => void): Repeating {
  const seen = new Map<string, { mtimeMs: number; serial: number | undefined }>();
  let isFirst = true;
  return repeat(
    lookMs,
    async () => {
      const files = (await readdir(pointerDir).catch(() => [])).filter((file) => file.endsWith('.json'));
      for (const file of files) {
        const { mtimeMs } = await stat(join(pointerDir, file));
        const known = seen.get(file);
        if (known?.mtimeMs === mtimeMs) continue;
        const head = await readHead(join(pointerDir, file));
        seen.set(file, { mtimeMs, serial: head?.serial });
        if (!isFirst && head !== undefined && head.serial !== known?.serial) announce(head);
      }
      isFirst = false;
    },
    onError,
  );
}

/** undefined for a file that is no pointer, or not whole yet: the next look sees it again when it changes. */
async function readHead(path: string): Promise<PointerHead | undefined> {
  try {
    return pointerHead.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}
