import { invariant } from '@tessera/shared/errors';
import type { ReleaseManifest, ReleaseReference } from '@tessera/shared/federation';

/** What the pointer says of a release. `origin` is '' or where the artifacts lie ("https://assets.example"). */
export function toReference(manifest: ReleaseManifest, origin: string): ReleaseReference {
  const base = `${origin}/r/${manifest.remote}/${manifest.version}`;
  const integrity = (path: string): string => {
    const file = manifest.files[path];
    invariant(file !== undefined, `${base}/release.json must list ${path}`);
    return file.integrity;
  };
  return {
    version: manifest.version,
    entry: `${base}/${manifest.entry}`,
    type: manifest.type,
    global: manifest.global,
    integrity: integrity(manifest.entry),
    contract: manifest.contract,
    preload: manifest.preload.map((path) => ({ href: `${base}/${path}`, integrity: integrity(path) })),
    ...(manifest.pages === undefined ? {} : { pages: manifest.pages }),
    ...(manifest.openPages === undefined ? {} : { openPages: manifest.openPages }),
  };
}
