/**
 * The release store above any bucket: releases are write-once, the pointer is a chain of numbered changes.
 *
 * A change is the object pointer/log/<serial>.json. Creating the next free number is what only one of several writers can
 * do: that is the compare-and-swap. The pointer file that hosts read is a copy of the newest change, so a writer that dies
 * between the two steps leaves nothing to repair by hand: the next one copies again.
 *
 * The pointer and its detached signature are two files that a reader fetches one after the other. The signature file keeps
 * one line for the newest body and one for the body before it and is replaced first, so that either body finds its line.
 *
 * release.json is written last: without it a folder is no release, and publishing it again completes it.
 */
import { presenceReport, releaseManifest, releasePointer, type ReleaseManifest } from '@tessera/shared/federation';
import { integrityOf } from '../integrity';
import { ReleaseProblem } from '../ReleaseProblem';
import type { SigningKeys } from '../signing/SigningKeys';
import type { Bucket } from './Bucket';
import type { Channel } from './Channel';
import type { ReleaseStore } from './ReleaseStore';

interface PointerChange {
  /** The pointer file's exact text, since the signature is over its bytes. */
  readonly body: string;
  readonly signature: string;
}

const logPrefix = 'pointer/log/';
const changeKey = (serial: number): string => `${logPrefix}${serial}.json`;
const releasePrefix = (remote: string, version: string): string => `r/${remote}/${version}/`;
const manifestKey = (remote: string, version: string): string => `${releasePrefix(remote, version)}release.json`;
/** Enough to keep a connection busy, few enough for one small machine. */
const writesAtOnce = 8;

export function createReleaseStore(bucket: Bucket, keys: SigningKeys): ReleaseStore {
  async function readText(key: string): Promise<string | undefined> {
    const bytes = await bucket.read(key);
    return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
  }

  async function newestSerial(): Promise<number> {
    const serials = (await bucket.list(logPrefix)).map((key) => /^(\d+)\.json$/.exec(key.slice(logPrefix.length))?.[1]);
    return Math.max(0, ...serials.map((serial) => Number(serial ?? 0)));
  }

  async function readChange(serial: number): Promise<PointerChange> {
    const text = await readText(changeKey(serial));
    if (text === undefined) throw new ReleaseProblem('refused', `change ${serial} of the pointer is missing in ${bucket.name}`);
    return JSON.parse(text) as PointerChange;
  }

  /** Repeats until the copy is of the newest change, so that a slow writer cannot leave an older one in place. */
  async function copyNewest(channel: Channel): Promise<void> {
    let copied = -1;
    for (let serial = await newestSerial(); serial !== copied && serial > 0; serial = await newestSerial()) {
      const changes = await Promise.all([serial, serial - 1].filter((each) => each > 0).map(readChange));
      const lines = changes.map((change) => change.signature);
      await bucket.replace(`pointer/${channel}.json.sig`, Buffer.from(`${lines.join('\n')}\n`));
      await bucket.replace(`pointer/${channel}.json`, Buffer.from(changes[0]?.body ?? ''));
      copied = serial;
    }
  }

  async function findManifest(remote: string, version: string): Promise<ReleaseManifest | undefined> {
    const text = await readText(manifestKey(remote, version));
    return text === undefined ? undefined : releaseManifest.parse(JSON.parse(text));
  }

  async function readManifest(remote: string, version: string): Promise<ReleaseManifest> {
    const manifest = await findManifest(remote, version);
    if (manifest === undefined) throw new ReleaseProblem('refused', `${remote} ${version} is not published`);
    return manifest;
  }

  /** Of each release under the prefix, its remote and version. */
  async function releasesUnder(prefix: string): Promise<{ remote: string; version: string }[]> {
    return (await bucket.list(prefix)).flatMap((key) => {
      const [, remote, version] = /^r\/([^/]+)\/([^/]+)\/release\.json$/.exec(key) ?? [];
      return remote === undefined || version === undefined ? [] : [{ remote, version }];
    });
  }

  return {
    readManifest,
    hasRelease: async (remote, version) => (await bucket.read(manifestKey(remote, version))) !== undefined,

    async publish(manifest, files) {
      const { remote, version } = manifest;
      const otherContent = new ReleaseProblem('refused', `${remote} ${version} is published with other content; a release is never overwritten`);
      const outcomeOf = (found: ReleaseManifest) => {
        if (JSON.stringify(found.files) !== JSON.stringify(manifest.files)) throw otherContent;
        return 'already-published' as const;
      };
      const published = await findManifest(remote, version);
      if (published !== undefined) return outcomeOf(published);
      await eachOf([...files], async ([path, bytes]) => {
        const key = `${releasePrefix(remote, version)}${path}`;
        if ((await bucket.create(key, bytes)) === 'created') return;
        const found = await bucket.read(key);
        if (found === undefined || integrityOf(found) !== integrityOf(bytes)) throw otherContent;
      });
      const text = Buffer.from(JSON.stringify(manifest, undefined, 2));
      if ((await bucket.create(manifestKey(remote, version), text)) === 'created') return 'published';
      return outcomeOf(await readManifest(remote, version));
    },

    async listRemotes() {
      return [...new Set((await releasesUnder('r/')).map(({ remote }) => remote))].sort();
    },

    async listReleases(remote) {
      const releases = await releasesUnder(`r/${remote}/`);
      const manifests = await Promise.all(releases.map(({ version }) => readManifest(remote, version)));
      return manifests.sort((a, b) => b.builtAtMs - a.builtAtMs);
    },

    async verifyRelease(remote, version) {
      const manifest = await readManifest(remote, version);
      const prefix = releasePrefix(remote, version);
      await eachOf(Object.entries(manifest.files), async ([path, expected]) => {
        const bytes = await bucket.read(`${prefix}${path}`);
        if (bytes === undefined) throw new ReleaseProblem('refused', `${remote} ${version}: ${path} is missing`);
        const found = integrityOf(bytes);
        if (found !== expected.integrity) {
          throw new ReleaseProblem('refused', `${remote} ${version}: ${path} was changed (expected ${expected.integrity}, found ${found})`);
        }
      });
      const paths = (await bucket.list(prefix)).map((key) => key.slice(prefix.length));
      const unlisted = paths.find((path) => path !== 'release.json' && !(path in manifest.files));
      if (unlisted !== undefined) throw new ReleaseProblem('refused', `${remote} ${version}: ${unlisted} is not part of the release`);
      return manifest;
    },

    async removeRelease(remote, version) {
      await bucket.remove(manifestKey(remote, version));
      await eachOf([...(await bucket.list(releasePrefix(remote, version)))], (key) => bucket.remove(key));
    },

    async readPointer(channel) {
      const serial = await newestSerial();
      if (serial === 0) return undefined;
      const { body, signature } = await readChange(serial);
      if (!keys.isSignedBy(body, signature)) {
        throw new ReleaseProblem('refused', `change ${serial} of the pointer is not signed by a key of this data directory`);
      }
      if ((await readText(`pointer/${channel}.json`)) !== body) await copyNewest(channel);
      return releasePointer.parse(JSON.parse(body));
    },

    async swapPointer(channel, next) {
      const body = JSON.stringify(next);
      const change: PointerChange = { body, signature: keys.sign(body) };
      if (next.serial !== (await newestSerial()) + 1) throw conflict(next.serial);
      if ((await bucket.create(changeKey(next.serial), Buffer.from(JSON.stringify(change)))) === 'exists') throw conflict(next.serial);
      await copyNewest(channel);
    },

    async readLog(limit) {
      const newest = await newestSerial();
      const serials = Array.from({ length: Math.min(limit, newest) }, (_, index) => newest - index);
      return Promise.all(
        serials.map(async (serial) => {
          const { body, signature } = await readChange(serial);
          return { pointer: releasePointer.parse(JSON.parse(body)), isSigned: keys.isSignedBy(body, signature) };
        }),
      );
    },

    async readPresence() {
      const texts = await Promise.all((await bucket.list('presence/')).map(readText));
      return texts.flatMap((text) => (text === undefined ? [] : [presenceReport.parse(JSON.parse(text))]));
    },

    writePresence: (report) => bucket.replace(`presence/${report.node}.json`, Buffer.from(JSON.stringify(report))),
  };
}

function conflict(serial: number): ReleaseProblem {
  return new ReleaseProblem('conflict', `somebody else changed the pointer first (serial ${serial} is taken); look at "status" and try again`);
}

/** Works on a few at a time; the first failure ends it. */
async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(Array.from({ length: writesAtOnce }, async () => {
    for (const item of left) await work(item);
  }));
}
