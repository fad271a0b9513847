/** The harness, ready to play: its page built from the present sources, served, and a headless browser. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foundChromium } from '@tessera/shared/build/foundChromium';
import type { Browser } from 'playwright';
import { runBundler } from '../build/runBundler';
import { ReleaseProblem } from '../ReleaseProblem';
import { startHarnessServer, type HarnessServer } from './harnessServer';

export interface Harness {
  readonly browser: Browser;
  readonly server: HarnessServer;
  close(): Promise<void>;
}

const launchArgs = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser's driver is loaded here only: no other verb of the tool needs it. */
export async function openHarness(root: string): Promise<Harness> {
  const executablePath = foundChromium();
  if (executablePath === undefined) {
    throw new ReleaseProblem(
      'refused',
      `no browser to run the remote in (${process.env['CHROMIUM_PATH'] ?? 'none is installed'}): install Chromium, set CHROMIUM_PATH to its program, or publish with --unproven`,
    );
  }
  const server = await startHarnessServer(await buildPage(root));
  try {
    const { chromium } = await import('playwright');
    const browser = await chromium.launch({ executablePath, args: launchArgs });
    return {
      browser,
      server,
      async close() {
        await browser.close();
        server.close();
      },
    };
  } catch (error) {
    server.close();
    throw error;
  }
}

/** Built again each time: it takes seconds, and nothing can be out of date. */
async function buildPage(root: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const output = await mkdtemp(join(tmpdir(), 'tessera-harness-'));
  try {
    const args = ['build', '--outDir', output];
    await runBundler({ root, program: 'vite/bin/vite.js', args, folder: join(root, 'release/src/conformance/harness') });
    const names = await readdir(output);
    return new Map(
      await Promise.all(names.map(async (name): Promise<[string, Uint8Array]> => [name, await readFile(join(output, name))])),
    );
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}
