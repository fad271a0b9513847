import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sleep } from '../src/platform/timers';

const limitMs = 60_000;

/**
 * Waits until a server that was just started writes its ready.json; answers where its API lies, up to and with "/api/".
 * Rejects with what it said when it ends before, or is late.
 */
export async function untilReady(child: ChildProcess, dataDir: string, said: () => string): Promise<string> {
  for (const giveUpAt = performance.now() + limitMs; performance.now() < giveUpAt; await sleep(30)) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server ended (${child.exitCode ?? child.signalCode}):\n${said()}`);
    const text = await readFile(join(dataDir, 'ready.json'), 'utf8').catch(() => undefined);
    if (text !== undefined) return new URL('/api/', (JSON.parse(text) as { url: string }).url).href;
  }
  throw new Error(`the server was not ready in ${limitMs} ms:\n${said()}`);
}
