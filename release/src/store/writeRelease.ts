import type { ReleaseManifest } from '@tessera/shared/federation';
import { integrityOf } from '../integrity';
import { ReleaseProblem } from '../ReleaseProblem';
import type { Bucket } from './Bucket';
import type { Manifests } from './createManifests';
import { eachOf } from './eachOf';
import { manifestKey, releasePrefix, unlistedPaths } from './releaseFolders';
import type { PublishOutcome } from './ReleaseStore';

/** Writes a release once, release.json last; what is there already must be the same to the byte. */
export async function writeRelease(
  bucket: Bucket,
  manifests: Manifests,
  manifest: ReleaseManifest,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<PublishOutcome> {
  const { remote, version } = manifest;
  const otherContent = new ReleaseProblem(
    'refused',
    `${remote} ${version} is published with other content; a release is never overwritten`,
  );
  const outcomeOf = (found: ReleaseManifest): PublishOutcome => {
    if (JSON.stringify(found.files) !== JSON.stringify(manifest.files)) throw otherContent;
    return 'already-published';
  };
  const published = await manifests.find(remote, version);
  if (published !== undefined) return outcomeOf(published);
  await eachOf([...files], async ([path, bytes]) => {
    const key = `${releasePrefix(remote, version)}${path}`;
    if ((await bucket.create(key, bytes)) === 'created') return;
    const found = await bucket.read(key);
    if (found === undefined || integrityOf(found) !== integrityOf(bytes)) throw otherContent;
  });
  const stray = (await unlistedPaths(bucket, manifest))[0];
  if (stray !== undefined)
    throw new ReleaseProblem(
      'refused',
      `${remote} ${version}: an unfinished publish of other content left ${stray}; remove it with "gc --unfinished"`,
    );
  const text = Buffer.from(JSON.stringify(manifest, undefined, 2));
  if ((await bucket.create(manifestKey(remote, version), text)) === 'created') return 'published';
  return outcomeOf(await manifests.read(remote, version));
}
