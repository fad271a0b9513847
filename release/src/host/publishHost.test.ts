import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promote } from '../commands/promote';
import { publishBuild } from '../commands/publish';
import { temporaryRelease, type TemporaryRelease } from '../testing/temporaryRelease';
import { publishHostBuild } from './publishHost';

let release: TemporaryRelease;
beforeEach(async () => {
  release = await temporaryRelease();
});
afterEach(() => release.remove());

function hostBuild(version: string, contract = '1.0.0'): string {
  const folder = join(release.context.root, `host-${version}`);
  mkdirSync(folder);
  const digits = version.split('+')[1];
  writeFileSync(join(folder, 'index.html'), `<html><head><title>${version}</title></head><body></body></html>`);
  writeFileSync(join(folder, `main.${digits}.js`), `host('${version}');`);
  writeFileSync(join(folder, 'build.json'), JSON.stringify({ schema: 1, kind: 'host', name: 'host', version, bundler: 'test', contract }));
  return folder;
}
const current = (name: string): string => readFileSync(join(release.context.dataDir, 'host/current', name), 'utf8');

test('a published host trusts this installation, and its index.html preloads the pointer', async () => {
  await publishHostBuild(release.context, hostBuild('1.0.0+aaaaaaaa'));
  expect(current('index.html')).toContain(`<meta name="tessera-trusted-keys" content="${release.context.keys.trusted.join(' ')}">`);
  expect(current('index.html')).toContain('href="/pointer/prod.json"');
});

test('the landing remote is promoted: index.html preloads its entry and first chunk with integrity', async () => {
  await publishHostBuild(release.context, hostBuild('1.0.0+aaaaaaaa'));
  await publishBuild(release.context, 'market', release.build('market', '1.0.0+00000001'));
  await promote(release.context, { channel: 'prod', remote: 'market' });
  const files = (await release.context.store.readManifest('market', '1.0.0+00000001')).files;
  expect(current('index.html')).toContain(
    `<link rel="preload" as="script" crossorigin="anonymous" href="/r/market/1.0.0+00000001/remoteEntry.js" integrity="${files['remoteEntry.js']?.integrity}">`,
  );
  expect(current('index.html')).toContain(`href="/r/market/1.0.0+00000001/app.js" integrity="${files['app.js']?.integrity}"`);
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
  await publishBuild(release.context, 'market', release.build('market', '1.0.0+00000001'));
  await expect(promote(release.context, { channel: 'prod', remote: 'market' })).rejects.toThrow(/the live host speaks 0\.9\.0/);
});
