/** Serves the harness page and the releases that are played on it, on a port of this machine only. */
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { integrityOf } from '../integrity';
import { policyHeaders } from './contentPolicy';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
};

export interface HarnessServer {
  readonly origin: string;
  /** Serves these files in a folder of their own; answers its path, which ends with "/". */
  serve(remote: string, version: string, files: ReadonlyMap<string, Uint8Array>): string;
  close(): void;
}

/** `page` holds harness.js and harness.css. */
export async function startHarnessServer(page: ReadonlyMap<string, Uint8Array>): Promise<HarnessServer> {
  const script = page.get('harness.js') ?? new Uint8Array();
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Conformance</title><link rel="icon" href="data:,">',
    '<link rel="stylesheet" href="/harness.css">',
    `<script defer src="/harness.js" integrity="${integrityOf(script)}" crossorigin="anonymous"></script>`,
    '</head><body></body></html>',
  ].join('');
  const served = new Map<string, Uint8Array>([
    ['/', Buffer.from(html)],
    ...[...page].map(([path, bytes]): [string, Uint8Array] => [`/${path}`, bytes]),
  ]);
  let runs = 0;
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/');
    const bytes = served.get(path);
    const type = types[path === '/' ? '.html' : extname(path)] ?? 'application/octet-stream';
    response.writeHead(bytes === undefined ? 404 : 200, {
      ...policyHeaders,
      'content-type': type,
      'access-control-allow-origin': '*',
    });
    response.end(bytes);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the harness server has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    serve(remote, version, files) {
      runs += 1;
      const folder = `/${runs}/r/${remote}/${version}/`;
      for (const [path, bytes] of files) served.set(`${folder}${path}`, bytes);
      return folder;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
