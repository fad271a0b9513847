import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { promote } from '../commands/promote';
import { publishBuild } from '../commands/publish';
import { temporaryRelease, type TemporaryRelease } from '../testing/temporaryRelease';
import { rollbackHost } from '../commands/rollbackHost';
import type { FirstFiles } from './firstFiles';
import { readHostLog } from './hostLog';
import { publishHostBuild } from './publishHost';

let release: TemporaryRelease;
beforeEach(async () => {
  release = await temporaryRelease();
});
afterEach(() => release.remove());

const hostBuild = (version: string, contract = '1.0.0'): string => release.buildHost(version, contract);
const current = (name: string): string => readFileSync(join(release.context.dataDir, 'host/current', name), 'utf8');

test('a published host trusts this installation, and its index.html preloads the pointer', async () => {
  await publishHostBuild(release.context, hostBuild('1.0.0+aaaaaaaa'));
  expect(current('index.html')).toContain(
    `<meta name="tessera-trusted-keys" content="${release.context.keys.trusted.join(' ')}">`,
  );
  expect(current('index.html')).toContain('href="/pointer/prod.json"');
});

test('a remote is promoted: index.html names its entry and first files with their integrity', async () => {
  await publishHostBuild(release.context, hostBuild('1.0.0+aaaaaaaa'));
  await publishBuild(release.context, 'market', release.build('market', '1.0.0+00000001'), { conformance: 'skip' });
  await promote(release.context, { channel: 'prod', remote: 'market', unproven: true });
  const { files } = await release.context.store.readManifest('market', '1.0.0+00000001');
  const at = '/r/market/1.0.0+00000001';
  const html = current('index.html');
  const hint = /<meta name="tessera-first" content="([^"]*)">/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '';
  const { pages, remotes } = JSON.parse(hint) as FirstFiles;
  expect(pages['/pages/index/index']).toBe('market');
  expect(remotes['market']).toEqual({
    base: `${at}/`,
    files: [
      ['remoteEntry.js', files['remoteEntry.js']?.integrity],
      ['app.js', files['app.js']?.integrity],
    ],
    texts: {},
    pages: {},
  });
  expect(brotliDecompressSync(readFileSync(join(release.context.dataDir, 'host/current/index.html.br'))).toString()).toBe(html);
});

test('a new host: `current` moves to it, and the files that open pages of the old one may still ask for stay reachable', async () => {
  await publishHostBuild(release.context, hostBuild('1.0.0+aaaaaaaa'));
  await publishHostBuild(release.context, hostBuild('1.1.0+bbbbbbbb'));
  expect(readlinkSync(join(release.context.dataDir, 'host/current'))).toBe('1.1.0+bbbbbbbb');
  expect(current('main.aaaaaaaa.js')).toContain('1.0.0');
  expect(current('main.bbbbbbbb.js')).toContain('1.1.0');
});

test('the live host speaks an older contract than a remote needs: the remote is not promoted', async () => {
  await publishHostBuild(release.context, hostBuild('1.0.0+aaaaaaaa', '0.9.0'));
  await publishBuild(release.context, 'market', release.build('market', '1.0.0+00000001'), { conformance: 'skip' });
  await expect(promote(release.context, { channel: 'prod', remote: 'market', unproven: true })).rejects.toThrow(
    /the live host .* speaks 0\.9\.0/,
  );
});

test('pages of the last three hosts still find their files, also after a rollback', async () => {
  const versions = ['1.0.0+aaaaaaaa', '1.1.0+bbbbbbbb', '1.2.0+cccccccc', '1.3.0+dddddddd'];
  for (const version of versions) await publishHostBuild(release.context, hostBuild(version));
  expect(['bbbbbbbb', 'cccccccc', 'dddddddd'].map((digits) => current(`main.${digits}.js`))).toHaveLength(3);
  await rollbackHost(release.context, { to: '1.1.0+bbbbbbbb' });
  expect(current('main.dddddddd.js')).toContain('1.3.0');
});

test('rollback host: the one before is live again, and the log says who and why; the second of two people is refused', async () => {
  for (const version of ['1.0.0+aaaaaaaa', '1.1.0+bbbbbbbb']) await publishHostBuild(release.context, hostBuild(version));
  expect(await rollbackHost(release.context, { dryRun: true })).toMatchObject({
    outcome: 'would-change',
    from: '1.1.0+bbbbbbbb',
    to: '1.0.0+aaaaaaaa',
  });
  expect(readlinkSync(join(release.context.dataDir, 'host/current'))).toBe('1.1.0+bbbbbbbb');
  expect(await rollbackHost(release.context, { reason: 'no tabs' })).toMatchObject({ outcome: 'changed', to: '1.0.0+aaaaaaaa' });
  expect(readHostLog(release.context.dataDir).map(({ verb, from, to, by, reason }) => [verb, from, to, by, reason])).toEqual([
    ['rollback', '1.1.0+bbbbbbbb', '1.0.0+aaaaaaaa', 'ada', 'no tabs'],
    ['publish', '1.0.0+aaaaaaaa', '1.1.0+bbbbbbbb', 'ada', 'publish host 1.1.0+bbbbbbbb'],
    ['publish', null, '1.0.0+aaaaaaaa', 'ada', 'publish host 1.0.0+aaaaaaaa'],
  ]);
  await expect(rollbackHost(release.context, {})).rejects.toThrow(/was rolled back .* by ada \(no tabs\)/);
  await expect(rollbackHost(release.context, { to: '9.9.9+00000009' })).rejects.toThrow(/is not published here/);
});

test('a new host that could not load what is live: refused and the old one stays; a fallback it cannot load is a warning', async () => {
  await publishHostBuild(release.context, hostBuild('1.0.0+aaaaaaaa', '1.1.0'));
  await publishBuild(release.context, 'market', release.build('market', '1.0.0+00000001', { contract: '^1.1' }), {
    conformance: 'skip',
  });
  await promote(release.context, { channel: 'prod', remote: 'market', unproven: true });
  await expect(publishHostBuild(release.context, hostBuild('2.0.0+bbbbbbbb', '1.0.0'))).rejects.toThrow(
    /market 1\.0\.0\+00000001 needs contract \^1\.1/,
  );
  expect(readlinkSync(join(release.context.dataDir, 'host/current'))).toBe('1.0.0+aaaaaaaa');
  await publishBuild(release.context, 'market', release.build('market', '1.1.0+00000002', { contract: '^1.0' }), {
    conformance: 'skip',
  });
  await promote(release.context, { channel: 'prod', remote: 'market', unproven: true });
  expect((await publishHostBuild(release.context, hostBuild('2.1.0+cccccccc', '1.0.0'))).warnings).toEqual([
    expect.stringMatching(/1\.0\.0\+00000001 .* no fallback there/),
  ]);
});
