/**
 * Journeys, federation faults and accessibility in a real browser, on one real server that fixtures/startTessera.ts starts
 * the way a newcomer does. A phone of 390x844; the browser is the machine's own (CHROMIUM_PATH).
 */
import { defineConfig } from 'playwright/test';
import { browserLaunch } from './fixtures/browserLaunch';
import { phone } from './fixtures/phone';

/**
 * The longest files. Journeys trade, or wait for a minute until a root is published, a project comes to its end; the one that judges
 * all pages computes all the while, on cores that would rest while the others wait.
 */
const longest = [
  'accessibility/axe.spec.ts',
  ...['console', 'evidence', 'leverage', 'seconds-order', 'top-up', 'treasure'].map((name) => `journeys/${name}.spec.ts`),
];

export default defineConfig({
  testDir: '.',
  // In this order: the cores would rest at the end for a long file that began late.
  projects: [
    { name: 'longest', testMatch: longest },
    {
      name: 'all others',
      testMatch: ['journeys/**/*.spec.ts', 'federation/**/*.spec.ts', 'accessibility/**/*.spec.ts'],
      testIgnore: longest,
    },
  ],
  globalSetup: './fixtures/startTessera.ts',
  outputDir: '../test-results',
  // Two more than the cores: a journey waits for a contract to expire or a price to move while the others work.
  workers: 4,
  fullyParallel: false,
  // Machines are noisy. `npm test` names each test that needed it: a fault of that test, to be mended.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: process.env['CI'] === undefined ? [['list']] : [['line']],
  use: {
    ...phone,
    // One pixel per pixel: nothing here is judged by its picture, and painting is what two cores wait for.
    deviceScaleFactor: 1,
    // What a page asks for is answered by the server or by the test; journeys/offline.spec.ts lets the worker in between.
    serviceWorkers: 'block',
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    // A trace of everything costs a third of all computing; of what failed: --trace=on. The picture and the page in words are there at once.
    trace: 'off',
    // Prices that flash and sheets that slide are a sixth of all computing; specs that look at motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: browserLaunch,
  },
});
