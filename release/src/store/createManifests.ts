/** What each release says of itself (release.json), with the proof that may have come later (proof.json). */
import * as z from 'zod/mini';
import { releaseManifest, type ReleaseManifest } from '@tessera/shared/federation';
import { ReleaseProblem } from '../ReleaseProblem';
import type { Bucket } from './Bucket';
import { readText } from './readText';
import { foldersUnder, manifestKey, proofKey } from './releaseFolders';
import { understood } from './understood';

const releaseProof = z.object({ provenAtMs: z.int() });

export interface Manifests {
  /** Undefined when there is no such release; one that is damaged is refused. */
  find(remote: string, version: string): Promise<ReleaseManifest | undefined>;
  /** Refuses what is not published. */
  read(remote: string, version: string): Promise<ReleaseManifest>;
  /** Newest first, by build time; without those that are not understood. */
  list(remote: string): Promise<readonly ReleaseManifest[]>;
  /** Notes that a release which was published unproven has passed since. */
  prove(remote: string, version: string, provenAtMs: number): Promise<void>;
}

export function createManifests(bucket: Bucket): Manifests {
  async function find(remote: string, version: string): Promise<ReleaseManifest | undefined> {
    const key = manifestKey(remote, version);
    const text = await readText(bucket, key);
    if (text === undefined) return undefined;
    const manifest = understood(releaseManifest, text);
    if (manifest === undefined)
      throw new ReleaseProblem('refused', `${key} in ${bucket.name} is damaged, or of another version of this tool`);
    return withProof(manifest);
  }

  async function withProof(manifest: ReleaseManifest): Promise<ReleaseManifest> {
    const { remote, version, provenAtMs = null } = manifest;
    const text = provenAtMs === null ? await readText(bucket, proofKey(remote, version)) : undefined;
    return { ...manifest, provenAtMs: text === undefined ? provenAtMs : (understood(releaseProof, text)?.provenAtMs ?? null) };
  }

  async function read(remote: string, version: string): Promise<ReleaseManifest> {
    const manifest = await find(remote, version);
    if (manifest === undefined) throw new ReleaseProblem('refused', `${remote} ${version} is not published`);
    return manifest;
  }

  return {
    find,
    read,
    async list(remote) {
      const releases = (await foldersUnder(bucket, `r/${remote}/`)).filter(({ isRelease }) => isRelease);
      const found = await Promise.all(
        releases.map(async ({ version, hasProof }) => {
          const text = await readText(bucket, manifestKey(remote, version));
          const manifest = text === undefined ? undefined : understood(releaseManifest, text);
          return manifest !== undefined && hasProof ? withProof(manifest) : manifest;
        }),
      );
      return found.filter((manifest) => manifest !== undefined).sort((a, b) => b.builtAtMs - a.builtAtMs);
    },
    async prove(remote, version, provenAtMs) {
      const { provenAtMs: before = null } = await read(remote, version);
      if (before === null) await bucket.create(proofKey(remote, version), Buffer.from(JSON.stringify({ provenAtMs })));
    },
  };
}
