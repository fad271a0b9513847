/**
 * What of an object store is handed to the world: the files that a release lists, and the two files of each pointer. What a
 * release does not list is not even looked for, so made-up addresses cost no reads beyond one of release.json.
 */
import { ReleaseProblem, channels, type Bucket } from '@tessera/release';
import { releaseManifest } from '@tessera/shared/federation';
import { withLimit } from '../platform/timers';
import { createArtifactCache, singleFlight, toStoredFile, type ReadFile, type StoredFile } from './ArtifactCache';

const roomBytes = 64 * 1024 * 1024;
const maxReleases = 500;
/** A page waits two and a half seconds for the pointer; a store that is cut off from us keeps us waiting for much longer. */
const pointerLimitMs = 1000;

export interface BucketFiles {
  /** `path` below /r/. The compressed twin when it is wanted and there is one. */
  artifact(path: string, wantsBrotli: boolean): Promise<(StoredFile & { readonly isBrotli: boolean }) | undefined>;
  /** `path` below /pointer/. While the store does not answer, what was read last: pages judge signature and serial themselves. */
  pointer(path: string): Promise<StoredFile | undefined>;
}

const artifactPath = /^(?<folder>[a-z][a-z0-9-]*\/\d+\.\d+\.\d+\+[0-9a-f]{8})\/(?<file>(?:[\w@+-][\w@+.-]*\/)*[\w@+-][\w@+.-]*)$/;
const pointerPaths: ReadonlySet<string> = new Set(channels.flatMap((channel) => [`${channel}.json`, `${channel}.json.sig`]));

/** Does /pointer/ answer this path? The log beside the pointers is for operators. */
export const isPointerPath = (path: string): boolean => pointerPaths.has(path);

export function createBucketFiles(bucket: Pick<Bucket, 'read'>, limitMs = pointerLimitMs): BucketFiles {
  const read: ReadFile = async (key) => {
    const bytes = await bucket.read(key);
    return bytes === undefined ? undefined : toStoredFile(bytes);
  };
  const readArtifact = createArtifactCache(read, roomBytes);
  const lastPointers = new Map<string, StoredFile>();
  const readPointer = singleFlight(async (key) => {
    const found = await read(key);
    if (found !== undefined) lastPointers.set(key, found);
    return found;
  });
  const listings = new Map<string, ReadonlySet<string>>();

  async function filesOf(folder: string): Promise<ReadonlySet<string>> {
    const known = listings.get(folder);
    if (known !== undefined) return known;
    const manifest = await readArtifact(`r/${folder}/release.json`);
    if (manifest === undefined) return new Set();
    const files = new Set([
      'release.json',
      ...Object.keys(releaseManifest.parse(JSON.parse(Buffer.from(manifest.bytes).toString('utf8'))).files),
    ]);
    if (listings.size >= maxReleases) listings.clear();
    listings.set(folder, files);
    return files;
  }

  return {
    async artifact(path, wantsBrotli) {
      const { folder, file } = artifactPath.exec(path)?.groups ?? {};
      if (folder === undefined || file === undefined) return undefined;
      const files = await filesOf(folder);
      if (!files.has(file)) return undefined;
      const isBrotli = wantsBrotli && files.has(`${file}.br`);
      const found = await readArtifact(`r/${folder}/${file}${isBrotli ? '.br' : ''}`);
      return found === undefined ? undefined : { ...found, isBrotli };
    },
    async pointer(path) {
      if (!isPointerPath(path)) return undefined;
      const key = `pointer/${path}`;
      const last = lastPointers.get(key);
      const reading = readPointer(key);
      if (last === undefined) return reading;
      try {
        return await withLimit(
          reading,
          limitMs,
          () => new ReleaseProblem('unreachable', `${key} was not answered within ${limitMs} ms`),
        );
      } catch (error) {
        if (error instanceof ReleaseProblem && error.kind === 'unreachable') return last;
        throw error;
      }
    },
  };
}
