/**
 * The files that the exchange hands out on its own origin: the app's shell, published remotes, release pointers and the
 * desktop page. Folders are read live, so a release that is promoted while we run is served at once. A missing file is a
 * true 404 and never index.html: a script that is answered with a page would fail late and strangely.
 */
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

export interface SiteFolders {
  /** The promoted build of the shell. */
  readonly host: string;
  /** Artifacts of remotes, write-once. */
  readonly remotes: string;
  /** Signed pointers: the only mutable files beside index.html. */
  readonly pointers: string;
}

const forEver = 'public, max-age=31536000, immutable';
const fresh = 'no-cache, must-revalidate';
const pcFolder = join(import.meta.dirname, 'pc');
/** "main.eef0d3e2.js": the content hash makes a name that never changes its meaning. A precompressed twin keeps the name. */
const hasContentHash = (path: string) => /\.[0-9a-f]{8,}\.\w+(\.br|\.gz)?$/.test(path);

async function serve(
  app: FastifyInstance,
  prefix: string,
  folder: string,
  setHeaders: (reply: FastifyReply, path: string) => void,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: resolve(folder),
    prefix,
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    etag: true,
    dotfiles: 'deny',
    setHeaders,
  });
}

export async function addStaticSites(app: FastifyInstance, folders: SiteFolders): Promise<void> {
  await serve(
    app,
    '/h5/',
    folders.host,
    (reply, path) => void reply.header('cache-control', hasContentHash(path) ? forEver : fresh),
  );
  await serve(app, '/r/', folders.remotes, (reply) => {
    reply.header('cache-control', `${forEver}, no-transform`);
    reply.header('access-control-allow-origin', '*');
  });
  await serve(app, '/pointer/', folders.pointers, (reply) => {
    reply.header('cache-control', fresh);
    reply.header('access-control-allow-origin', '*');
  });
  await serve(app, '/pc/', pcFolder, (reply) => void reply.header('cache-control', fresh));

  for (const path of ['/', '/h5']) app.get(path, async (_, reply) => reply.redirect('/h5/', 302));
  app.get('/pc', async (_, reply) => reply.redirect('/pc/', 302));
  app.get('/robots.txt', async (_, reply) =>
    reply.type('text/plain').send('User-agent: *\nDisallow: /api/\nDisallow: /r/\nDisallow: /pointer/\n'),
  );
}
