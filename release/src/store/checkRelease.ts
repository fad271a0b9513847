import type { ReleaseManifest } from '@tessera/shared/federation';
import { integrityOf } from '../integrity';
import { ReleaseProblem } from '../ReleaseProblem';
import type { Bucket } from './Bucket';
import { eachOf } from './eachOf';
import { releasePrefix, unlistedPaths } from './releaseFolders';

/** Reads every file of a release again and refuses it when one is missing, changed or unlisted. */
export async function checkRelease(bucket: Bucket, manifest: ReleaseManifest): Promise<void> {
  const { remote, version, files } = manifest;
  const prefix = releasePrefix(remote, version);
  const refusal = (words: string): ReleaseProblem => new ReleaseProblem('refused', `${remote} ${version}: ${words}`);
  await eachOf(Object.entries(files), async ([path, expected]) => {
    const bytes = await bucket.read(`${prefix}${path}`);
    if (bytes === undefined) throw refusal(`${path} is missing`);
    const found = integrityOf(bytes);
    if (found !== expected.integrity) throw refusal(`${path} was changed (expected ${expected.integrity}, found ${found})`);
  });
  const unlisted = (await unlistedPaths(bucket, manifest))[0];
  if (unlisted !== undefined) throw refusal(`${unlisted} is not part of the release`);
}
