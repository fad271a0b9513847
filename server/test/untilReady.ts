import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sleep } from '../src/platform/timers';

const limitMs = 150_000;

export interface ReadyServer {
  /** Up to and with "/api/". */
  readonly apiUrl: string;
  /** Of the operators' calls, up to and with "/ops/api/"; undefined of a process that answers none. */
  readonly operationsUrl: string | undefined;
}

/**
 * Waits until a server that was just started writes its ready.json; answers where its calls are answered.
 * Rejects with what it said when it ends before, or is late.
 */
export async function untilReady(child: ChildProcess, dataDir: string, said: () => string): Promise<ReadyServer> {
  for (const giveUpAt = performance.now() + limitMs; performance.now() < giveUpAt; await sleep(30)) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server ended (${child.exitCode ?? child.signalCode}):\n${said()}`);
    const text = await readFile(join(dataDir, 'ready.json'), 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    const { url, operations } = JSON.parse(text) as { readonly url: string; readonly operations?: string };
    return { apiUrl: new URL('/api/', url).href, operationsUrl: operations };
  }
  throw new Error(`the server was not ready in ${limitMs} ms:\n${said()}`);
}
