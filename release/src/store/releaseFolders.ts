/** Where a release lies in a bucket, and which folders are there. release.json is written last: without it a folder is no release. */
import type { ReleaseManifest } from '@tessera/shared/federation';
import { ReleaseProblem } from '../ReleaseProblem';
import type { Bucket } from './Bucket';

export interface ReleaseFolder {
  readonly remote: string;
  readonly version: string;
  /** It has its release.json. */
  readonly isRelease: boolean;
  /** It has its proof.json. */
  readonly hasProof: boolean;
}

const artifactKey = /^r\/(?<remote>[a-z][a-z0-9-]*)\/(?<version>\d+\.\d+\.\d+\+[0-9a-f]{8})\/(?<path>.+)$/;
/** The two files of a release folder that no browser asks for. */
const notArtifacts = ['release.json', 'proof.json'];

/** Names come from people: a key is only made of what can be a remote and a version. */
export function releasePrefix(remote: string, version: string): string {
  const prefix = `r/${remote}/${version}/`;
  if (artifactKey.exec(`${prefix}release.json`)?.groups?.['version'] === version) return prefix;
  throw new ReleaseProblem(
    'usage',
    `"${remote} ${version}" is no release; expected a remote and its version, like: market 1.2.0+0a1b2c3d`,
  );
}

export const manifestKey = (remote: string, version: string): string => `${releasePrefix(remote, version)}release.json`;

/** Beside release.json, which is never written twice: written when a release that was published unproven passes later. */
export const proofKey = (remote: string, version: string): string => `${releasePrefix(remote, version)}proof.json`;

/** The folders under the prefix, and whether each is a release. Files that lie elsewhere are no business of the store. */
export async function foldersUnder(bucket: Bucket, prefix: string): Promise<readonly ReleaseFolder[]> {
  const folders = new Map<string, ReleaseFolder>();
  for (const key of await bucket.list(prefix)) {
    const { remote, version, path } = artifactKey.exec(key)?.groups ?? {};
    if (remote === undefined || version === undefined) continue;
    const seen = folders.get(`${remote}/${version}`);
    folders.set(`${remote}/${version}`, {
      remote,
      version,
      isRelease: path === 'release.json' || seen?.isRelease === true,
      hasProof: path === 'proof.json' || seen?.hasProof === true,
    });
  }
  return [...folders.values()];
}

/** Files in the folder of a release that its manifest does not name. */
export async function unlistedPaths(bucket: Bucket, { remote, version, files }: ReleaseManifest): Promise<readonly string[]> {
  const prefix = releasePrefix(remote, version);
  const paths = (await bucket.list(prefix)).map((key) => key.slice(prefix.length));
  return paths.filter((path) => !notArtifacts.includes(path) && !Object.hasOwn(files, path));
}
