/**
 * npm run screenshots: takes a picture of every screen of the app that runs (npm start, with the same DATA_DIR) and renews those
 * that docs/screenshots shows. All of them stay in the folder that is named as the first word, or in one of the system's.
 */
import { copyFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromiumPath } from './chromium.mjs';
import { fail, root, runProgram, say, setUp } from './setUp.mjs';

const shown = [
  'advanced-light',
  'alerts-light',
  'assets-light',
  'authenticator-key-light',
  'chart-light',
  'console-dark',
  'console-light',
  'consoleNarrow-light',
  'desktop-light',
  'home-light',
  'home-zh',
  'kefu-light',
  'limits-light',
  'loanForm-dark',
  'market-dark',
  'notifications-light',
  'paymentPassword-dark',
  'primary-light',
  'proof-light',
  'puzzle-light',
  'register-de',
  'result-light',
  'running-dark',
  'step-up-dark',
  'ticket-light',
  'ticket-th',
  'treasureProduct-light',
  'wallet-light',
];

const dataDir = resolve(root, process.env.DATA_DIR ?? '.data');
const readyFile = join(dataDir, 'ready.json');
if (!existsSync(readyFile)) fail(`There is no ${readyFile}: start the app first (npm start).`);
const { url } = JSON.parse(readFileSync(readyFile, 'utf8'));
const folder = resolve(process.argv[2] ?? mkdtempSync(join(tmpdir(), 'tessera-screenshots-')));

await setUp();
const chromium = await chromiumPath();
if (chromium === undefined) fail('No Chromium was found: set CHROMIUM_PATH.');
const code = await runProgram('tools/screenshots.ts', [url, folder], {
  env: { CHROMIUM_PATH: chromium, TESSERA_DATA_DIR: dataDir },
  timeoutMs: 1_800_000,
});
if (code !== 0) process.exit(code);
for (const name of shown) copyFileSync(join(folder, `${name}.png`), join(root, 'docs/screenshots', `${name}.png`));
say(`${shown.length} pictures renewed in docs/screenshots; all of them are in ${folder}`);
