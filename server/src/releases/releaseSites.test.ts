/** Both kinds of store are served alike: a directory by its own fast path, an object store through memory. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ReleaseProblem } from '@tessera/release';
import type { FastifyInstance } from 'fastify';
import { openHttp } from '../../test/openHttp';
import { addReleaseSites } from './releaseSites';

const release = 'r/market/1.0.0+0000000a';
const unlisted = `${release}/.draft.js`;
const listed = new Map([
  ['remoteEntry.js', 'entry()'],
  ['remoteEntry.js.br', 'compressed'],
  ['styles.css', 'body{}'],
  ['img/icon.svg', '<svg/>'],
  ['app.webmanifest', '{}'],
]);
const manifest = {
  schema: 1,
  remote: 'market',
  version: '1.0.0+0000000a',
  builtAtMs: 1,
  bundler: 'test',
  entry: 'remoteEntry.js',
  type: 'global',
  global: 'market_a',
  contract: '^1.0',
  preload: [],
  files: Object.fromEntries([...listed.keys()].map((path) => [path, { integrity: `sha384-${'A'.repeat(64)}`, bytes: 1 }])),
};
const stored = new Map([
  ...[...listed].map(([path, text]): [string, string] => [`${release}/${path}`, text]),
  [`${release}/release.json`, JSON.stringify(manifest)],
  [unlisted, 'draft()'],
  ['pointer/prod.json', '{"serial":1}'],
  ['pointer/prod.json.sig', 'signature'],
  ['pointer/log/1.json', 'log'],
  ['presence/a.json', 'presence'],
  ['secret.txt', 'secret'],
]);

const folders: string[] = [];
const opened: FastifyInstance[] = [];
afterAll(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

async function site(source: Omit<Parameters<typeof addReleaseSites>[1], 'freshSignatures'>): Promise<FastifyInstance> {
  const { app } = await openHttp();
  opened.push(app);
  await addReleaseSites(app, { ...source, freshSignatures: (_channel, _body, signatures) => signatures });
  return app;
}

/** An object store in memory that counts what it is asked for and can go away. */
function objectStore(files = new Map(stored)) {
  const reads: string[] = [];
  const state = { isDown: false };
  const read = async (key: string) => {
    reads.push(key);
    if (state.isDown) throw new ReleaseProblem('unreachable', 'the store does not answer');
    const text = files.get(key);
    return text === undefined ? undefined : Buffer.from(text);
  };
  return { bucket: { read }, reads, files, state };
}

async function directory(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-release-sites-'));
  folders.push(folder);
  for (const [key, text] of stored) {
    await mkdir(dirname(join(folder, key)), { recursive: true });
    await writeFile(join(folder, key), text);
  }
  return folder;
}

const sites = {
  'a directory': async () =>
    site({
      folder: await directory(),
      bucket: {
        read: async (key) => {
          if (!key.startsWith('pointer/')) throw new Error('not this way');
          return objectStore().bucket.read(key);
        },
      },
    }),
  'an object store': async () => site({ folder: undefined, bucket: objectStore().bucket }),
};

describe.each(Object.entries(sites))('releases in %s', (_, open) => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await open();
  });
  test.each([
    ['remoteEntry.js', 'text/javascript; charset=utf-8'],
    ['styles.css', 'text/css; charset=utf-8'],
    ['release.json', 'application/json; charset=utf-8'],
    ['img/icon.svg', 'image/svg+xml'],
    ['app.webmanifest', 'application/manifest+json'],
  ])('%s: its bytes and type, kept for ever, open to other origins', async (path, type) => {
    const answer = await app.inject(`/${release}/${path}`);
    expect([answer.statusCode, answer.body]).toEqual([200, stored.get(`${release}/${path}`)]);
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable, no-transform',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
    const head = await app.inject({ method: 'HEAD', url: `/${release}/${path}` });
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', String(answer.body.length)]);
  });

  test('who takes brotli gets the compressed twin under the same name and type', async () => {
    const ask = (accepted: string) => app.inject({ url: `/${release}/remoteEntry.js`, headers: { 'accept-encoding': accepted } });
    const small = await ask('gzip, br;q=0.5');
    expect([small.body, small.headers['content-encoding'], small.headers['content-type']]).toEqual([
      'compressed',
      'br',
      'text/javascript; charset=utf-8',
    ]);
    expect(String(small.headers.vary).toLowerCase()).toContain('accept-encoding');
    expect((await ask('gzip')).headers['content-encoding']).toBeUndefined();
  });

  test('a pointer is asked for anew each time, and answered with 304 while it is the same', async () => {
    const pointer = await app.inject('/pointer/prod.json');
    expect([pointer.body, pointer.headers['cache-control'], pointer.headers['access-control-allow-origin']]).toEqual([
      '{"serial":1}',
      'no-cache, must-revalidate',
      '*',
    ]);
    const again = await app.inject({ url: '/pointer/prod.json', headers: { 'if-none-match': String(pointer.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await app.inject('/pointer/prod.json.sig')).body).toBe('signature');
  });

  test.each([
    `/${release}/missing.js`,
    `/${release}/missing.css`,
    `/${release}/`,
    `/${release}`,
    '/r/market/',
    '/r/trade/9.9.9+0000000f/remoteEntry.js',
    '/pointer/beta.json',
    '/pointer/log/1.json',
    '/pointer/',
  ])('%s: a 404 that nobody keeps, and no page', async (path) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await app.inject({ method, url: path });
      expect([statusCode, headers['cache-control'], headers['access-control-allow-origin']]).toEqual([404, 'no-store', '*']);
      expect(String(headers['content-type'])).not.toContain('html');
    }
  });

  test.each([
    `/${unlisted}`,
    '/r/../secret.txt',
    '/r/%2e%2e/secret.txt',
    '/r/..%2fsecret.txt',
    '/r/market/1.0.0+0000000a/..%2f..%2f..%2fsecret.txt',
    '/r/market/1.0.0+0000000a/%2e%2e/%2e%2e/%2e%2e/secret.txt',
    '/r/..%5c..%5csecret.txt',
    '/r/%00',
    '/r/%ff',
    '/pointer/../presence/a.json',
    '/pointer/..%2fpresence/a.json',
    '/pointer/....//secret.txt',
    '/presence/a.json',
  ])('%s: reaches nothing', async (path) => {
    const { statusCode, body } = await app.inject(path);
    expect(statusCode).toBe(404);
    expect(body).not.toMatch(/secret\b(?!\.txt)|draft\(|presence"/);
  });

  test('files can only be read', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      expect((await app.inject({ method, url: `/${release}/remoteEntry.js` })).statusCode).toBe(404);
      expect((await app.inject({ method, url: '/pointer/prod.json' })).statusCode).toBe(404);
    }
  });
});

describe('an object store', () => {
  const entry = `/${release}/remoteEntry.js`;

  test('many ask for one file at once and later: it is read once; what a release does not list is not looked for', async () => {
    const { bucket, reads } = objectStore();
    const app = await site({ folder: undefined, bucket });
    await Promise.all(Array.from({ length: 20 }, () => app.inject(entry)));
    await app.inject(entry);
    await app.inject(`/${release}/made-up.js`);
    expect(reads).toEqual([`${release}/release.json`, `${release}/remoteEntry.js`]);
  });

  test('out of reach: artifacts that were read and the last pointer are still served, the rest is 503 that nobody keeps', async () => {
    const { bucket, state } = objectStore();
    const app = await site({ folder: undefined, bucket });
    await app.inject(entry);
    await app.inject('/pointer/prod.json');
    state.isDown = true;
    expect((await app.inject(entry)).body).toBe('entry()');
    expect((await app.inject('/pointer/prod.json')).body).toBe('{"serial":1}');
    for (const path of [`/${release}/styles.css`, '/pointer/prod.json.sig']) {
      const { statusCode, headers } = await app.inject(path);
      expect([path, statusCode, headers['cache-control']]).toEqual([path, 503, 'no-store']);
    }
  });

  test('the pointer is replaced: the next look gets the new one', async () => {
    const { bucket, files } = objectStore();
    const app = await site({ folder: undefined, bucket });
    await app.inject('/pointer/prod.json');
    files.set('pointer/prod.json', '{"serial":2}');
    expect((await app.inject('/pointer/prod.json')).body).toBe('{"serial":2}');
  });
});
