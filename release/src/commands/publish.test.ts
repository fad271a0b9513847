import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { integrityOf } from '../integrity';
import { temporaryRelease, type TemporaryRelease } from '../testing/temporaryRelease';
import { publishBuild } from './publish';

const version = '1.0.0+00000001';

let release: TemporaryRelease;
beforeEach(async () => {
  release = await temporaryRelease();
});
afterEach(() => release.remove());

const put = (folder: string, remote = 'market') => publishBuild(release.context, remote, folder, { conformance: 'skip' });

/** A build of market whose build.json says something else. */
function buildWith(change: Readonly<Record<string, unknown>>, remote = 'market', ofVersion = version): string {
  const folder = release.build(remote, ofVersion);
  const record = JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8')) as Record<string, unknown>;
  writeFileSync(join(folder, 'build.json'), JSON.stringify({ ...record, ...change }));
  return folder;
}

describe('a build is refused before it runs', () => {
  test.each([
    ['a version without a hash', { version: '1.0.0' }, /version "1\.0\.0" is not like/],
    ['an entry that is missing', { entry: 'main.js' }, /main\.js is named in build\.json and missing/],
    ['a preloaded file that is missing', { preload: ['app.css'] }, /app\.css is named in build\.json and missing/],
    ['a module', { type: 'module' }, /build a script container/],
    [
      'a global that another build would have too',
      { global: 'market' },
      /must be a name that contains the build's hash 00000001/,
    ],
    ['a contract range that nobody can read', { contract: 'latest' }, /contract range "latest"/],
    ['a page of another remote', { pages: ['/pages/trade/index'] }, /\/pages\/trade\/index belongs to trade/],
    [
      'an open page that is none of its pages',
      { openPages: ['/pages/promo/index'] },
      /open page \/pages\/promo\/index is not among/,
    ],
    ['a page that is no path', { pages: ['promo'] }, /page "promo" is not like/],
  ])('%s', async (_, change, words) => {
    await expect(put(buildWith(change))).rejects.toThrow(words);
    expect(await release.context.store.listReleases('market')).toEqual([]);
  });

  test.each([
    ['app.js.map', /would publish the sources/],
    ['.env', /not a plain file name/],
    ['notes.docx', /of a kind that is not served/],
    ['more.js', /without integrity.*: more\.js/],
  ])('a file %s', async (name, words) => {
    const folder = release.build('market', version);
    writeFileSync(join(folder, name), 'x');
    await expect(put(folder)).rejects.toThrow(words);
  });

  test('a first load above its budget: entry and preload count, as they are sent', async () => {
    const big = `/* ${randomBytes(40_000).toString('base64')} */`;
    await expect(put(release.build('market', version, { source: big }))).resolves.toMatchObject({ outcome: 'published' });
    const folder = release.build('market', '1.1.0+00000002', { source: big });
    writeFileSync(join(folder, 'app.js'), big);
    writeFileSync(join(folder, 'remoteEntry.js'), `${big} // ${integrityOf(Buffer.from(big))}`);
    await expect(put(folder)).rejects.toThrow(/over the budget of \d+/);
  });

  test('no build record, a build of another remote, every fault at once', async () => {
    const folder = buildWith({ type: 'module', contract: '1' });
    await expect(put(folder)).rejects.toThrow(/script container[^]*contract range "1"/);
    await expect(put(folder, 'trade')).rejects.toThrow(/is a build of market, not of the remote trade/);
    rmSync(join(folder, 'build.json'));
    await expect(put(folder)).rejects.toThrow(/no readable build\.json/);
  });
});

test('a global or a page that a published release has already', async () => {
  await put(buildWith({ pages: ['/pages/promo/index'] }));
  await expect(
    put(buildWith({ name: 'promo', global: 'market_00000001', pages: ['/pages/promo/detail'] }, 'promo'), 'promo'),
  ).rejects.toThrow(/global market_00000001 is that of market/);
  await expect(put(buildWith({ pages: ['/pages/promo/index'] }, 'promo', '1.1.0+00000002'), 'promo')).rejects.toThrow(
    /\/pages\/promo\/index belongs to market/,
  );
  await expect(put(release.build('promo', '1.2.0+00000003'), 'promo')).rejects.toThrow(/promo has no page/);
});

test('a release that skipped its run says that it is unproven; its own pages go into release.json', async () => {
  await put(buildWith({ pages: ['/pages/promo/index'], openPages: ['/pages/promo/index'] }));
  expect(await release.context.store.readManifest('market', version)).toMatchObject({
    provenAtMs: null,
    pages: ['/pages/promo/index'],
    openPages: ['/pages/promo/index'],
  });
});

test('a run without a browser is refused with what to do, and nothing is published', async () => {
  const before = process.env['CHROMIUM_PATH'];
  process.env['CHROMIUM_PATH'] = '/nowhere/chromium';
  try {
    await expect(
      publishBuild(release.context, 'market', release.build('market', version), { conformance: 'run' }),
    ).rejects.toThrow(/CHROMIUM_PATH.*--unproven/);
  } finally {
    if (before === undefined) delete process.env['CHROMIUM_PATH'];
    else process.env['CHROMIUM_PATH'] = before;
  }
  expect(await release.context.store.listReleases('market')).toEqual([]);
});

test('beside the entry lies a manifest that the federation runtime of any host reads', async () => {
  await put(release.build('market', version));
  const { store, dataDir } = release.context;
  const { files, global } = await store.readManifest('market', version);
  expect(Object.keys(files)).toContain('mf-manifest.json');
  const path = join(dataDir, 'releases/r/market', version, 'mf-manifest.json');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    metaData: {
      publicPath: 'auto',
      globalName: global,
      remoteEntry: { name: 'remoteEntry.js', path: '', type: 'global' },
      buildInfo: { buildVersion: version },
    },
    exposes: [{ name: 'app', path: './app', assets: { js: { sync: ['app.js'] }, css: { sync: [] } } }],
  });
});

test('a release of before there were manifests: published again it is the same one', async () => {
  const folder = release.build('market', version);
  await put(folder);
  const { store } = release.context;
  const { files, ...manifest } = await store.readManifest('market', version);
  const names = Object.keys(files).filter((name) => name !== 'mf-manifest.json');
  const bytes = new Map(
    names.map((name) => [name, readFileSync(join(release.context.dataDir, 'releases/r/market', version, name))]),
  );
  await store.removeRelease('market', version);
  await store.publish(
    { ...manifest, files: Object.fromEntries(Object.entries(files).filter(([name]) => bytes.has(name))) },
    bytes,
  );
  expect(await put(folder)).toEqual({ version, outcome: 'already-published' });
});
