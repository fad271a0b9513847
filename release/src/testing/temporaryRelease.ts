/** A release context on a folder of its own, and builds to publish into it. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { integrityOf } from '../integrity';
import { openContext } from '../openContext';
import type { ReleaseContext } from '../ReleaseContext';

export interface TemporaryRelease {
  readonly context: ReleaseContext;
  /** A second tool on the same data directory. */
  another(by: string): Promise<ReleaseContext>;
  /** Writes a finished build of a remote and answers its folder. */
  build(remote: string, version: string, change?: { contract?: string; source?: string }): string;
  /** The same for a host that speaks `contract`. */
  buildHost(version: string, contract?: string): string;
  remove(): void;
}

/** In memory where the system offers it: the store syncs each file to the disk, which is what these tests would wait for. */
const scratch = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export async function temporaryRelease(): Promise<TemporaryRelease> {
  const root = mkdtempSync(join(scratch, 'tessera-release-'));
  let nowMs = 1_700_000_000_000;
  const open = (by: string): Promise<ReleaseContext> =>
    openContext({ root, dataDir: join(root, 'data'), by, now: () => (nowMs += 1000), say: () => undefined });
  return {
    context: await open('ada'),
    another: open,
    build(remote, version, { contract = '^1.0', source = `window.${remote} = '${version}';` } = {}) {
      const folder = join(root, `${remote}-${version}-${source.length}`);
      mkdirSync(folder);
      const page = `/* page of ${version} */`.repeat(100);
      writeFileSync(join(folder, 'remoteEntry.js'), `${source} /* app.js ${integrityOf(Buffer.from(page))} */`);
      writeFileSync(join(folder, 'app.js'), page);
      const record = {
        schema: 1,
        kind: 'remote',
        name: remote,
        version,
        bundler: 'test',
        entry: 'remoteEntry.js',
        type: 'global',
        global: `${remote}_${version.split('+')[1]}`,
        contract,
        preload: ['app.js'],
      };
      writeFileSync(join(folder, 'build.json'), JSON.stringify(record));
      return folder;
    },
    buildHost(version, contract = '1.1.0') {
      const folder = join(root, `host-${version}`);
      mkdirSync(folder);
      writeFileSync(join(folder, 'index.html'), `<html><head><title>${version}</title></head><body></body></html>`);
      writeFileSync(join(folder, `main.${version.split('+')[1]}.js`), `host('${version}');`);
      writeFileSync(
        join(folder, 'build.json'),
        JSON.stringify({ schema: 1, kind: 'host', name: 'host', version, bundler: 'test', contract }),
      );
      return folder;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
