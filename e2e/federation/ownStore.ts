/**
 * An installation of its own for a test that changes the release store for real: published with the release tool into a
 * scratch folder and served as plain files. There is no exchange behind it; the shell and the remotes' loading do not need one.
 */
import { createServer } from 'node:http';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { publishedTemplate } from '../fixtures/publishedTemplate';
import { writeBuild, type HandmadeRelease } from './handmadeRelease';
import { releaseTool } from './releaseTool';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

export interface OwnStore {
  readonly url: string;
  readonly dataDir: string;
  /** Runs a verb of the release tool on this store; rejects with its words when it is refused. */
  release(...words: string[]): Promise<string>;
  /** Leaves a hand-made release as a finished build that `publish --from` takes. Answers its folder. */
  build(release: HandmadeRelease): string;
  remove(): void;
}

/** `isEmpty`: nothing is published yet; otherwise the host and remotes of the present sources are. */
export async function ownStore({ isEmpty = false } = {}): Promise<OwnStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-own-store-'));
  const release = (...words: string[]): Promise<string> => releaseTool(dataDir, ...words);
  if (!isEmpty && !(await publishedTemplate.copyTo(dataDir))) await release('install');
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/');
    const folder = path.startsWith('/h5/')
      ? join(dataDir, 'host/current', path.slice('/h5'.length))
      : join(dataDir, 'releases', path);
    const file = folder.endsWith('/') ? `${folder}index.html` : folder;
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'text/plain',
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',
    });
    return response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/h5/`,
    dataDir,
    release,
    build(made) {
      const folder = join(dataDir, 'builds', made.reference.version);
      writeBuild(made, folder);
      return folder;
    },
    remove() {
      server.close();
      server.closeAllConnections();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
