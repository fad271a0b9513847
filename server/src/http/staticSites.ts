/**
 * The files that the exchange hands out on its own origin: the app's shell, at a path for phones and at one for desktops
 * (releases/ adds published remotes and pointers). Folders are read live, so a shell that is published while we run is served at once. A missing file
 * is a true 404 and never index.html: a script that is answered with a page would fail late and strangely.
 */
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { createIntegrityPolicy } from './integrityPolicy';
import type { Stats } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** What never changes its meaning is kept for ever; everything else is asked for again each time. */
export const forEver = 'public, max-age=31536000, immutable';
export const fresh = 'no-cache, must-revalidate';

/** "main.eef0d3e2.js": the content hash makes a name that never changes its meaning. A precompressed twin keeps the name. */
const hasContentHash = (path: string) => /\.[0-9a-f]{8,}\.\w+(\.br|\.gz)?$/.test(path);

export interface ServedFolder {
  readonly prefix: string;
  readonly folder: string;
  setHeaders(reply: FastifyReply, path: string, stat: Stats): void;
  /** Paths below the prefix that are served; all when absent. */
  readonly isServed?: (path: string) => boolean;
}

export async function serveFolder(app: FastifyInstance, { prefix, folder, setHeaders, isServed }: ServedFolder): Promise<void> {
  await app.register(async (site) => {
    site.addHook('onSend', async (_, reply) => nameScriptsByStandard(reply));
    await site.register(fastifyStatic, {
      root: resolve(folder),
      prefix,
      decorateReply: false,
      preCompressed: true,
      cacheControl: false,
      etag: true,
      dotfiles: 'deny',
      setHeaders,
      ...(isServed === undefined ? {} : { allowedPath: isServed }),
    });
  });
}

/** The library still gives scripts the type of before RFC 9239. */
function nameScriptsByStandard(reply: FastifyReply): void {
  if (String(reply.getHeader('content-type')).startsWith('application/javascript')) reply.type('text/javascript; charset=utf-8');
}

/** `hostFolder`: the shell that is live. */
export async function addStaticSites(app: FastifyInstance, hostFolder: string): Promise<void> {
  const integrityPolicyOf = createIntegrityPolicy();
  const shell = {
    folder: hostFolder,
    setHeaders(reply: FastifyReply, path: string, stat: Stats) {
      reply.header('cache-control', hasContentHash(path) ? forEver : fresh);
      const page = path.replace(/\.br$/, '');
      const policy = page.endsWith('/index.html') ? integrityPolicyOf(page, stat) : undefined;
      if (policy !== undefined) reply.header('integrity-policy', policy);
    },
  };
  await serveFolder(app, { ...shell, prefix: '/h5/' });
  // The same page: its files are named from the root of the origin, and a wide window lays it out for itself. Its service worker
  // lies beside it, because a worker answers only for the folder it lies in.
  const desktopFiles = new Set(['/', '/index.html', '/serviceWorker.js']);
  await serveFolder(app, { ...shell, prefix: '/pc/', isServed: (path) => desktopFiles.has(path) });

  for (const path of ['/', '/h5']) app.get(path, async (_, reply) => reply.redirect('/h5/', 302));
  app.get('/pc', async (_, reply) => reply.redirect('/pc/', 302));
  app.get('/robots.txt', async (_, reply) =>
    reply.type('text/plain').send('User-agent: *\nDisallow: /api/\nDisallow: /r/\nDisallow: /pointer/\nDisallow: /ops/\n'),
  );
}
