import { expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleasePointer } from '@tessera/shared/federation';
import { firstFilesOf } from './firstFiles';
import { indexWithInstallation } from './indexWithInstallation';

test('texts and files of pages are found by their names: those of the host with the integrity of its files, those of a remote from its release', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-first-'));
  writeFileSync(join(folder, 'text-de.0a1b2c3d.js'), 'host texts');
  const stable = { version: '1.0.0+00000001', entry: '/r/market/1.0.0+00000001/remoteEntry.js', integrity: 'sha384-entry' };
  try {
    const first = await firstFilesOf({
      folder,
      own: ['main.ffffffff.js', 'text-de.0a1b2c3d.js', 'text-de.0a1b2c3d.js.br'],
      pointer: { remotes: { market: { stable } } } as unknown as ReleasePointer,
      readManifest: async () => ({
        files: {
          'text-th.11112222.js': { integrity: 'sha384-thai', bytes: 1 },
          'app.33334444.js': { integrity: 'sha384-app', bytes: 1 },
          'pages.kline.index.55556666.js': { integrity: 'sha384-chart', bytes: 1 },
        },
        pageFiles: { '/pages/kline/index': ['pages.kline.index.55556666.js', 'not-published.js'] },
      }),
    });
    const hash = createHash('sha384').update('host texts').digest('base64');
    expect(first.texts).toEqual({ de: ['/h5/text-de.0a1b2c3d.js', `sha384-${hash}`] });
    expect(first.remotes).toEqual({
      market: {
        base: '/r/market/1.0.0+00000001/',
        files: [['remoteEntry.js', stable.integrity]],
        texts: { th: ['text-th.11112222.js', 'sha384-thai'] },
        pages: { '/pages/kline/index': [['pages.kline.index.55556666.js', 'sha384-chart']] },
      },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('index.html has them before its first script, which could not read them otherwise', () => {
  const first = { pages: { '/a"b': '<x>' }, texts: {}, remotes: {} };
  const html = indexWithInstallation('<head><title>x</title><script src="first.js"></script></head>', {
    trustedKeys: ['k'],
    first,
  });
  expect(html.indexOf('tessera-first')).toBeLessThan(html.indexOf('<script'));
  expect(html).toContain('{&quot;pages&quot;:{&quot;/a\\&quot;b&quot;:&quot;&lt;x>&quot;}');
});

test('a release whose description cannot be read: its files are named, only its texts and pages are not', async () => {
  const stable = { version: '1.0.0+00000001', entry: '/r/market/1.0.0+00000001/remoteEntry.js', integrity: 'sha384-entry' };
  const first = await firstFilesOf({
    folder: '.',
    own: [],
    pointer: { remotes: { market: { stable } } } as unknown as ReleasePointer,
    readManifest: () => Promise.reject(new Error('gone')),
  });
  expect(first.remotes).toEqual({
    market: { base: '/r/market/1.0.0+00000001/', files: [['remoteEntry.js', stable.integrity]], texts: {}, pages: {} },
  });
});
