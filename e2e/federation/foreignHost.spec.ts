/**
 * A host that this repository did not make: the example of docs/guides/another-host.md, built outside of the repository with the
 * package alone. It finds the live release of a remote, loads it by the manifest beside its entry and shows it with the running
 * exchange's data. The host lies on the origin of the exchange, as behind a gateway that passes Tessera's paths on.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect } from 'playwright/test';
import { FaultServer } from '../fixtures/FaultServer';
import { test } from '../fixtures/session';
import { teamFolder, type TeamFolder } from '../fixtures/teamFolder';

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

let team: TeamFolder;
let server: FaultServer;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  team = teamFolder();
  const host = team.exampleOf('host');
  // Unminified: that takes seconds less.
  const webpack = join(team.folder, 'node_modules/webpack-cli/bin/cli.js');
  execFileSync(process.execPath, [webpack, 'build', '--mode', 'development'], { cwd: host });
  server = await FaultServer.open();
  for (const name of readdirSync(join(host, 'dist')))
    server.play(`/elsewhere/${name}`, {
      type: types[extname(name)] ?? 'text/plain',
      body: readFileSync(join(host, 'dist', name)),
    });
});
test.afterAll(async () => {
  team.remove();
  await server.close();
});

test('a page of its own shows the market with its prices and answers to what is typed, with one React', async ({ page }) => {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto(`${server.origin}/elsewhere/index.html`);
  const markets = page.locator('main[data-remote=market]').getByRole('list', { name: 'Markets' });
  const row = (symbol: string) => markets.getByRole('button', { name: new RegExp(`^${symbol} .*\\d`) });
  await expect(row('BTC/USDT')).toBeVisible();
  const asked = server.asked.filter((path) => path.startsWith('/r/market/'));
  expect(asked.filter((path) => path.endsWith('/mf-manifest.json'))).toHaveLength(1);

  await page.getByRole('tab', { name: 'Forex' }).click();
  await expect(row('EUR/USD')).toBeVisible();
  await expect(row('BTC/USDT')).toHaveCount(0);
  // A second React would have thrown at the first hook.
  expect(faults).toEqual([]);
});
