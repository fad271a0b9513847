/**
 * Journeys, federation faults and accessibility in a real browser, on one real server that fixtures/startTessera.ts starts
 * the way a newcomer does. A phone of 390x844; the browser is the machine's own (CHROMIUM_PATH).
 */
import { defineConfig } from 'playwright/test';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: '.',
  testMatch: ['journeys/**/*.spec.ts', 'federation/**/*.spec.ts', 'accessibility/**/*.spec.ts'],
  globalSetup: './fixtures/startTessera.ts',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: process.env['CI'] === undefined ? [['list']] : [['line']],
  use: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
    timezoneId: 'UTC',
    userAgent: 'Mozilla/5.0 (Linux; Android 14; Mobile) TesseraJourney/1.0 Mobile',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath,
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
});
