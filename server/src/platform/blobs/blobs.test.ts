/** What every blob store does, whatever it lies in; the object store is a small one of our own that speaks its protocol. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobStore } from './BlobStore';
import { createDirectoryBlobs } from './DirectoryBlobs';
import { openBlobs } from './openBlobs';

function keepsBlobs(open: () => Promise<BlobStore>): void {
  it('answers what was written last, and nothing for what was removed or never was', async () => {
    const store = await open();
    expect(await store.read('paper/ab/1')).toBeUndefined();
    await store.write('paper/ab/1', Buffer.from([0, 255, 1]));
    await store.write('paper/ab/1', Buffer.from([2, 255]));
    await store.write('paper/ab/2', Buffer.alloc(0));
    expect(await store.read('paper/ab/1')).toEqual(Buffer.from([2, 255]));
    expect(await store.read('paper/ab/2')).toEqual(Buffer.alloc(0));
    await store.remove('paper/ab/1');
    await store.remove('paper/ab/1');
    expect(await store.read('paper/ab/1')).toBeUndefined();
    await store.removeDrafts(0);
    expect(await store.read('paper/ab/2')).toEqual(Buffer.alloc(0));
  });
}

describe('a directory', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tessera-blobs-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  keepsBlobs(() => openBlobs({ folder: join(folder, 'made') }));

  it('takes no key that leaves it', async () => {
    for (const key of ['../secret', '/etc/hostname', 'a//b', '', 'a/./b', 'a\0'])
      await expect((async () => createDirectoryBlobs(folder).read(key))()).rejects.toThrow(/no key/);
  });

  it('loses what a writer that ended left half-written, and not what is being written', async () => {
    mkdirSync(join(folder, 'paper'));
    const [old, fresh] = ['1.00000000-0000-4000-8000-000000000001', '2.00000000-0000-4000-8000-000000000002'];
    for (const name of [old, fresh, '3']) writeFileSync(join(folder, 'paper', name), 'half');
    for (const name of [old, '3']) utimesSync(join(folder, 'paper', name), 1, 1);
    await createDirectoryBlobs(folder).removeDrafts(2000);
    expect(readdirSync(join(folder, 'paper'))).toEqual([fresh, '3']);
  });
});

describe('an object store', () => {
  const objects = new Map<string, Buffer>();
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      const name = request.url?.split('?')[0] ?? '';
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (request.method === 'PUT') objects.set(name, Buffer.concat(chunks));
        if (request.method === 'DELETE') objects.delete(name);
        const found = objects.get(name);
        if (request.method !== 'GET') response.writeHead(request.method === 'PUT' ? 200 : 204).end();
        else if (found !== undefined) response.writeHead(200).end(found);
        else response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const open = (bucket: string) =>
    openBlobs({
      s3: {
        bucket,
        prefix: 'prod/',
        endpoint: `http://127.0.0.1:${port}`,
        region: 'x',
        accessKeyId: 'a',
        secretAccessKey: 'b',
      },
    });
  keepsBlobs(() => open('people'));

  it('lies below bucket and prefix', () => {
    expect([...objects.keys()]).toEqual(['/people/prod/paper/ab/2']);
  });
});
