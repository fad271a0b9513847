/** The release store above any bucket: write-once releases, the pointer with its log, and what servers report of their pages. */
import type { SigningKeys } from '../signing/SigningKeys';
import type { Bucket } from './Bucket';
import { checkRelease } from './checkRelease';
import { createManifests } from './createManifests';
import { createPointerLog } from './createPointerLog';
import { eachOf } from './eachOf';
import { readPresence } from './readPresence';
import { readText } from './readText';
import { foldersUnder, manifestKey, releasePrefix } from './releaseFolders';
import type { ReleaseStore } from './ReleaseStore';
import { writeRelease } from './writeRelease';

export function createReleaseStore(bucket: Bucket, keys: SigningKeys, now: () => number = Date.now): ReleaseStore {
  const manifests = createManifests(bucket);
  return {
    ...createPointerLog(bucket, keys, now),
    publish: (manifest, files) => writeRelease(bucket, manifests, manifest, files),
    prove: manifests.prove,
    hasRelease: async (remote, version) => (await bucket.read(manifestKey(remote, version))) !== undefined,
    readManifest: manifests.read,
    async readEntry(remote, version) {
      const manifest = await manifests.find(remote, version);
      return manifest === undefined ? undefined : readText(bucket, `${releasePrefix(remote, version)}${manifest.entry}`);
    },
    async listRemotes() {
      const releases = (await foldersUnder(bucket, 'r/')).filter(({ isRelease }) => isRelease);
      return [...new Set(releases.map(({ remote }) => remote))].sort();
    },
    listReleases: manifests.list,
    async verifyRelease(remote, version) {
      const manifest = await manifests.read(remote, version);
      await checkRelease(bucket, manifest);
      return manifest;
    },
    async removeRelease(remote, version) {
      await bucket.remove(manifestKey(remote, version));
      await eachOf([...(await bucket.list(releasePrefix(remote, version)))], (key) => bucket.remove(key));
    },
    async listUnfinished() {
      const unfinished = (await foldersUnder(bucket, 'r/')).filter(({ isRelease }) => !isRelease);
      return unfinished.map(({ remote, version }) => ({ remote, version }));
    },
    removeDrafts: (beforeMs) => bucket.removeDrafts(beforeMs),
    readPresence: () => readPresence(bucket),
    writePresence: (report) => bucket.replace(`presence/${report.node}.json`, Buffer.from(JSON.stringify(report))),
  };
}
