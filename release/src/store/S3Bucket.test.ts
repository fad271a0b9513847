import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSigningKeys } from '../signing/SigningKeys';
import { aPointer, aRelease, aRemotePointer } from '../testing/aRelease';
import { bucketContract } from '../testing/bucketContract';
import { hasObjectStore, objectStorePackages, startObjectStore, type ObjectStore } from '../testing/startObjectStore';
import { createReleaseStore } from './createReleaseStore';
import { openBucket } from './openBucket';
import { S3Bucket } from './S3Bucket';

const env = { RELEASE_STORE: 's3://releases/prod', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

const isThere = await hasObjectStore();
if (!isThere) {
  console.error(
    `NOT RUN: the tests of the bucket in a real object store (Ceph). Install: apt-get install ${objectStorePackages}`,
  );
}

test('opening a bucket prints no warning on any Node that this project runs on', () => {
  const warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  new S3Bucket({ bucket: 'b', prefix: '', endpoint: 'http://127.0.0.1:1', region: 'r', accessKeyId: 'i', secretAccessKey: 's' });
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});

(isThere ? describe : describe.skip)('a real object store', () => {
  let objectStore: ObjectStore;
  let buckets = 0;
  const keysFolder = mkdtempSync(join(tmpdir(), 'tessera-keys-'));
  beforeAll(async () => {
    objectStore = await startObjectStore();
  });
  afterAll(async () => {
    rmSync(keysFolder, { recursive: true });
    await objectStore.stop();
  });

  bucketContract(async () => new S3Bucket({ ...(await objectStore.settings(`releases-${++buckets}`)), pageSize: 10 }), 10);

  test('the settings of the environment lead to it: a release is published there once, read back whole, named and removed', async () => {
    const { endpoint, accessKeyId, secretAccessKey } = await objectStore.settings('public');
    const bucket = await openBucket(
      {
        RELEASE_STORE: 's3://public/prod',
        S3_ENDPOINT: endpoint,
        S3_REGION: 'default',
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      },
      '/nowhere',
    );
    expect(bucket.name).toBe('s3://public/prod');
    const store = createReleaseStore(bucket, openSigningKeys(keysFolder));
    const version = '1.0.0+0000000a';
    const { manifest, files } = aRelease('market', version);
    expect([await store.publish(manifest, files), await store.publish(manifest, files)]).toEqual([
      'published',
      'already-published',
    ]);
    expect(await store.verifyRelease('market', version)).toEqual({ ...manifest, provenAtMs: null });
    await store.swapPointer('prod', aPointer(1, { remotes: { market: aRemotePointer('market', version) } }));
    await store.removeRelease('market', version);
    expect([...(await bucket.list(''))].sort()).toEqual(['pointer/log/1.json', 'pointer/prod.json', 'pointer/prod.json.sig']);
  });

  test("a bucket that is not there, and a secret that is wrong: unreachable, with the server's word for it", async () => {
    const settings = await objectStore.settings('guarded');
    const missing = new S3Bucket({ ...settings, bucket: 'not-there' });
    await expect(missing.read('pointer/prod.json')).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('NoSuchBucket'),
    });
    const stranger = new S3Bucket({ ...settings, secretAccessKey: 'guessed' });
    await expect(stranger.list('r/')).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('SignatureDoesNotMatch'),
    });
  });
});

describe('a server that', () => {
  let server: Server;
  let status = 200;
  const headers: string[] = [];
  let bucket: S3Bucket;
  beforeAll(async () => {
    server = createServer((request, response) => {
      headers.push(`${request.method} ${request.headers['cache-control'] ?? '-'} ${request.headers['content-type'] ?? '-'}`);
      request.resume().on('end', () => response.writeHead(status).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    bucket = new S3Bucket({
      bucket: 'releases',
      prefix: '',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'x',
      accessKeyId: 'a',
      secretAccessKey: 'b',
    });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test.each([
    [200, 'ignores the condition of a create', /ignores create-only writes/],
    [501, 'does not know the condition', /refuses create-only writes/],
  ])('answers %i: %s, so it is no release store', async (answer, _, message) => {
    status = answer;
    await expect(bucket.create('pointer/log/1.json', Buffer.from('{}'))).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(message),
    });
  });

  test('is told per object how long it may be kept', async () => {
    status = 200;
    headers.length = 0;
    await bucket.replace('r/market/1.0.0+0000000a/app.js', Buffer.from('app()'));
    await bucket.replace('pointer/prod.json', Buffer.from('{}'));
    expect(headers).toEqual([
      'PUT public, max-age=31536000, immutable, no-transform text/javascript; charset=utf-8',
      'PUT no-cache application/json',
    ]);
  });
});

test('nobody listens at the endpoint: unreachable', async () => {
  const bucket = await openBucket({ ...env, S3_ENDPOINT: 'http://127.0.0.1:1' }, '/nowhere');
  await expect(bucket.read('pointer/prod.json')).rejects.toMatchObject({ kind: 'unreachable', exitCode: 5 });
});

test.each([
  ['an unknown scheme', { ...env, RELEASE_STORE: 'ftp://releases/prod' }, /expected nothing .* or s3:/],
  ['no bucket', { ...env, RELEASE_STORE: 's3://' }, /expected nothing .* or s3:/],
  ['no secret', { ...env, S3_SECRET_ACCESS_KEY: '' }, /S3_SECRET_ACCESS_KEY must be set/],
])('%s: not understood', async (_, settings, message) => {
  await expect(openBucket(settings, '/nowhere')).rejects.toMatchObject({
    kind: 'usage',
    message: expect.stringMatching(message),
  });
});
