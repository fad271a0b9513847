/**
 * A page under four times CPU throttle, with the browser's own account of its work. One pixel per pixel: without a graphics
 * card painting would be most of what is measured.
 */
import { chromium, type Browser, type CDPSession, type Page } from 'playwright/test';
import { browserLaunch } from '../../e2e/fixtures/browserLaunch';
import { phone } from '../../e2e/fixtures/phone';

export interface MeasuredPage {
  readonly page: Page;
  /** Main-thread work in ms while `during` ran, and how long that was. */
  work(during: () => Promise<void>): Promise<{ taskMs: number; wallMs: number }>;
  close(): Promise<void>;
}

export const openBrowser = (): Promise<Browser> => chromium.launch(browserLaunch);

export async function openMeasured(browser: Browser, url: string, throttle = 4): Promise<MeasuredPage> {
  const context = await browser.newContext({
    ...phone,
    deviceScaleFactor: 1,
    storageState: {
      cookies: [],
      origins: [{ origin: new URL(url).origin, localStorage: [{ name: 'tessera.welcomeSeen', value: '1' }] }],
    },
  });
  // Functions handed to the page are compiled with a helper that keeps their names.
  await context.addInitScript('globalThis.__name = (given) => given');
  const page = await context.newPage();
  await page.goto(url);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  return {
    page,
    async work(during) {
      const [before, sinceMs] = [await taskSeconds(session), performance.now()];
      await during();
      const wallMs = performance.now() - sinceMs;
      return { taskMs: ((await taskSeconds(session)) - before) * 1000, wallMs };
    },
    close: () => context.close(),
  };
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}
