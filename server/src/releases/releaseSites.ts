/**
 * /r/ and /pointer/: published releases, kept for ever by anyone who asks, and the pointers that name what is live, asked for
 * again each time. Both are open to other origins. A directory is served as it is; an object store is read through memory.
 * What is missing is a 404 that nobody keeps, never a page.
 */
import { extname, join } from 'node:path';
import { channels, ReleaseProblem, type Bucket } from '@tessera/release';
import { knowsTag } from '../http/knowsTag';
import { forEver, fresh, serveFolder } from '../http/staticSites';
import { wantsBrotli } from '../http/wantsBrotli';
import { createBucketFiles, isPointerPath, type BucketFiles } from './bucketFiles';
import type { FreshSignatures } from './freshPointer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toStoredFile, type StoredFile } from './ArtifactCache';

const artifactCaching = `${forEver}, no-transform`;

/** `folder`: where a directory's files lie; undefined when the bucket is an object store. */
export async function addReleaseSites(
  app: FastifyInstance,
  source: {
    readonly folder: string | undefined;
    readonly bucket: Pick<Bucket, 'read'>;
    readonly freshSignatures: FreshSignatures;
  },
): Promise<void> {
  await app.register(async (sites) => {
    sites.addHook('onRequest', async (_, reply) => {
      reply.header('access-control-allow-origin', '*');
    });
    const files = createBucketFiles(source.bucket);
    if (source.folder === undefined) serveBucket(sites, files);
    else await serveDirectory(sites, source.folder);
    for (const channel of channels) serveSignatures(sites, files, channel, source.freshSignatures);
  });
}

/** Takes precedence over the files below /pointer/ of the same name. */
function serveSignatures(sites: FastifyInstance, files: BucketFiles, channel: string, fresher: FreshSignatures): void {
  const path = `${channel}.json`;
  sites.get(`/pointer/${path}.sig`, async (request, reply) => {
    const [body, signatures] = await Promise.all([files.pointer(path), files.pointer(`${path}.sig`)]);
    if (body === undefined || signatures === undefined) return reply.callNotFound();
    const text = fresher(channel, textOf(body), textOf(signatures));
    return sendFile(request, reply.header('cache-control', fresh), `${path}.sig`, toStoredFile(Buffer.from(text)));
  });
}

const textOf = ({ bytes }: StoredFile): string => Buffer.from(bytes).toString('utf8');

async function serveDirectory(sites: FastifyInstance, folder: string): Promise<void> {
  await serveFolder(sites, {
    prefix: '/r/',
    folder: join(folder, 'r'),
    setHeaders: (reply) => void reply.header('cache-control', artifactCaching),
  });
  await serveFolder(sites, {
    prefix: '/pointer/',
    folder: join(folder, 'pointer'),
    setHeaders: (reply) => void reply.header('cache-control', fresh),
    isServed: (path) => isPointerPath(path.replace(/^\//, '')),
  });
}

function serveBucket(sites: FastifyInstance, files: BucketFiles): void {
  sites.setErrorHandler((error, request, reply) => {
    if (!(error instanceof ReleaseProblem)) throw error;
    // At debug: the watch says once that the store is out of reach, every page would say it again.
    request.log.debug({ err: error }, 'a file of a release could not be read');
    return reply.code(503).header('cache-control', 'no-store').header('retry-after', '1').send();
  });
  sites.get<{ Params: { '*': string } }>('/r/*', async (request, reply) => {
    const path = request.params['*'];
    const file = await files.artifact(path, wantsBrotli(request));
    if (file === undefined) return reply.callNotFound();
    reply.header('cache-control', artifactCaching).header('vary', 'accept-encoding');
    if (file.isBrotli) reply.header('content-encoding', 'br');
    return sendFile(request, reply, path, file);
  });
  sites.get<{ Params: { '*': string } }>('/pointer/*', async (request, reply) => {
    const path = request.params['*'];
    const file = await files.pointer(path);
    if (file === undefined) return reply.callNotFound();
    return sendFile(request, reply.header('cache-control', fresh), path, file);
  });
}

function sendFile(request: FastifyRequest, reply: FastifyReply, path: string, { bytes, etag }: StoredFile): FastifyReply {
  reply.header('etag', etag);
  if (knowsTag(request, etag)) return reply.code(304).send();
  return reply.type(contentTypes.get(extname(path)) ?? 'application/octet-stream').send(Buffer.from(bytes));
}

const contentTypes: ReadonlyMap<string, string> = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.mjs', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.map', 'application/json; charset=utf-8'],
  ['.webmanifest', 'application/manifest+json'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.webp', 'image/webp'],
  ['.woff2', 'font/woff2'],
  ['.txt', 'text/plain; charset=utf-8'],
]);
