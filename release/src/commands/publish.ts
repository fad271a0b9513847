/** publish: a finished build becomes a write-once release in the store. Nothing that people load changes by it. */
import { type ReleaseManifest } from '@tessera/shared/federation';
import { buildPackage, versionOfSources } from '../build/buildPackage';
import { readBuild } from '../build/BuildRecord';
import { precompressed } from '../build/precompressed';
import { integrityOf } from '../integrity';
import type { ReleaseContext } from '../ReleaseContext';
import { ReleaseProblem } from '../ReleaseProblem';
import type { PublishOutcome } from '../store/ReleaseStore';

export interface Published {
  readonly version: string;
  readonly outcome: PublishOutcome;
}

/** Publishes the present sources; builds them only when that version is not in the store yet. */
export async function publish(context: ReleaseContext, remote: string): Promise<Published> {
  const version = versionOfSources(context.root, `remote-${remote}`);
  if (await context.store.hasRelease(remote, version)) return { version, outcome: 'already-published' };
  return publishBuild(context, remote, await buildPackage(context.root, `remote-${remote}`, context.say));
}

/** Publishes an output folder as it is: also one of a foreign remote, if it has a build.json. */
export async function publishBuild(context: ReleaseContext, remote: string, folder: string): Promise<Published> {
  const { record, files: built } = await readBuild(folder);
  if (record.kind !== 'remote' || record.name !== remote) {
    throw new ReleaseProblem('refused', `${folder} is a build of ${record.name}, not of the remote ${remote}`);
  }
  if (!built.has(record.entry)) throw new ReleaseProblem('refused', `${folder} lacks its entry ${record.entry}`);
  const files = precompressed(built);
  const manifest: ReleaseManifest = {
    schema: 1,
    remote,
    version: record.version,
    builtAtMs: context.now(),
    bundler: record.bundler,
    entry: record.entry,
    type: record.type,
    global: record.global,
    contract: record.contract,
    preload: record.preload,
    files: Object.fromEntries([...files].sort().map(([path, bytes]) => [path, { integrity: integrityOf(bytes), bytes: bytes.length }])),
  };
  return { version: record.version, outcome: await context.store.publish(manifest, files) };
}
