/**
 * A first visit of the market list on a slow line and a phone four times slower than this machine, until its rows show prices:
 * the app as it is released, against the same sources as one webpack build. Both ask the same exchange, show the same page in the
 * same words and ask for the same first answers; that they do is checked before anything is measured.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright/test';
import { browserLaunch } from '../../e2e/fixtures/browserLaunch';
import { phone } from '../../e2e/fixtures/phone';
import { root } from '../../e2e/fixtures/startProgram';
import { pairedRatios, report } from './pairedRatios';
import { certificate, slowLine, type SlowLine } from './slowLine';
import { upstreamApp } from './upstreamApp';

const page = '/h5/#/pages/market/index';
const pairs = 9;
const readyWithinMs = 60_000;

const out = mkdtempSync(join(tmpdir(), 'tessera-one-build-'));
const app = await upstreamApp();
const closing: (() => unknown)[] = [() => rmSync(out, { recursive: true, force: true }), () => app.stop()];
try {
  execFileSync(process.execPath, ['--import', 'tsx', 'tools/bench/oneBuild.mjs', out], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: 240_000,
  });
  const tls = certificate();
  const browser = await chromium.launch({
    ...browserLaunch,
    args: [...(browserLaunch.args ?? []), `--ignore-certificate-errors-spki-list=${tls.spki}`],
  });
  closing.push(() => browser.close());
  const [released, oneBuild] = [await slowLine(app.origin, tls), await slowLine(app.origin, tls, join(out, 'web'))];
  closing.push(released.close, oneBuild.close);

  const ours = await firstVisit(browser, released);
  const reference = await firstVisit(browser, oneBuild);
  if (ours.text !== reference.text) throw new Error(`not the same page:\n${ours.text}\n---\n${reference.text}`);
  const [asked, alsoAsked] = [apiOf(ours.paths), apiOf(reference.paths)];
  if (asked !== alsoAsked) throw new Error(`not the same questions:\n${asked}\n---\n${alsoAsked}`);

  report(
    'First visit of the market list until its prices: 150 ms, 1638/768 kbit/s, HTTP/2, 4x throttle',
    'ms',
    await pairedRatios(
      async () => (await firstVisit(browser, oneBuild)).readyMs,
      async () => (await firstVisit(browser, released)).readyMs,
      pairs,
    ),
    '1.05 or less of one build',
  );
  const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
  console.log(
    `  until then: ${ours.paths.length} requests and ${kilobytes(ours.bytes)} kB, one build ${reference.paths.length} and ` +
      `${kilobytes(reference.bytes)} kB (ratio ${(ours.bytes / reference.bytes).toFixed(2)})`,
  );
} finally {
  for (const close of closing.reverse()) await close();
}

interface Visit {
  readonly readyMs: number;
  /** The words of its title, tabs and navigation: rows say ages, which differ. */
  readonly text: string;
  readonly paths: readonly string[];
  readonly bytes: number;
}

async function firstVisit(browser: Browser, line: SlowLine): Promise<Visit> {
  const context = await browser.newContext({ ...phone, deviceScaleFactor: 1, serviceWorkers: 'block' });
  try {
    await context.addInitScript('globalThis.__name = (given) => given');
    await context.addInitScript(noteReady);
    const tab = await context.newPage();
    const session = await context.newCDPSession(tab);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    line.taken();
    await tab.goto(`${line.origin}${page}`, { waitUntil: 'commit' });
    await tab.waitForFunction(() => 'readyMs' in window, undefined, { timeout: readyWithinMs, polling: 100 });
    const { paths, bytes } = line.taken();
    const readyMs = await tab.evaluate<number>('window.readyMs');
    const text = await tab.evaluate(() =>
      [...document.querySelectorAll('h1, nav, [role=tab]')].map(({ textContent }) => textContent).join(' '),
    );
    return { readyMs, text: wordsOf(text), paths, bytes };
  } finally {
    await context.close();
  }
}

/** Runs in the page: ready when a row has a price and that has been painted. */
function noteReady(): void {
  localStorage.setItem('tessera.welcomeSeen', '1');
  const look = new MutationObserver(() => {
    const row = document.querySelector('[role=listitem], li');
    if (row === null || !/\d[.,]\d/.test(row.textContent ?? '')) return;
    look.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => Object.assign(window, { readyMs: performance.now() });
      port2.postMessage(null);
    });
  });
  look.observe(document, { subtree: true, childList: true, characterData: true });
}

function wordsOf(text: string): string {
  return [...new Set(text.match(/\p{L}{2,}/gu))].sort().join(' ');
}

function apiOf(paths: readonly string[]): string {
  const asked = paths.filter((path) => path.startsWith('/api/')).map((path) => path.split('?')[0]);
  return [...new Set(asked)].sort().join('\n');
}
