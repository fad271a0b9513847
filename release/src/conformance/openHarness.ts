/** The harness, ready to play: its page built from the present sources, served, and a headless browser. */
import { foundChromium } from '@tessera/shared/build/foundChromium';
import type { Browser } from 'playwright';
import { ReleaseProblem } from '../ReleaseProblem';
import { harnessPage } from './harnessPage';
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
  const server = await startHarnessServer(await harnessPage(root));
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
