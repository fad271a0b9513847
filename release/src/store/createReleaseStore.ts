/**
 * The release store above any bucket: releases are write-once, the pointer is a chain of numbered changes.
 *
 * A change is the object pointer/log/<serial>.json. Creating the next free number is what only one of several writers can
 * do: that is the compare-and-swap. The pointer file that hosts read is a copy of the newest change, so a writer that dies
 * between the two steps leaves nothing to repair by hand: the next one copies again.
 *
 * The pointer and its detached signature are two files that a reader fetches one after the other. The signature file keeps
 * one line for the newest body and one for the body before it and is replaced first, so that either body finds its line. Further
 * lines say until when the newest body counts as live for a browser that sees its first pointer.
 *
 * release.json is written last: without it a folder is no release, and publishing it again completes it.
 */
import * as z from 'zod/mini';
import { presenceReport, releaseManifest, releasePointer, type ReleaseManifest } from '@tessera/shared/federation';
import { integrityOf } from '../integrity';
import { printable, printablePointer } from '../output/printable';
import { ReleaseProblem } from '../ReleaseProblem';
import { freshnessLines, storedFreshnessMs } from '../signing/freshness';
import type { SigningKeys } from '../signing/SigningKeys';
import type { Bucket } from './Bucket';
import type { Channel } from './Channel';
import type { ReleaseStore } from './ReleaseStore';

/** `body` is the pointer file's exact text, since the signature is over its bytes. */
const pointerChange = z.object({ body: z.string(), signature: z.string() });
type PointerChange = z.infer<typeof pointerChange>;

interface ReleaseFolder {
  readonly remote: string;
  readonly version: string;
  /** It has its release.json. */
  readonly isRelease: boolean;
  /** It has its proof.json. */
  readonly hasProof: boolean;
}

const logPrefix = 'pointer/log/';
const changeKey = (serial: number): string => `${logPrefix}${serial}.json`;
const artifactKey = /^r\/(?<remote>[a-z][a-z0-9-]*)\/(?<version>\d+\.\d+\.\d+\+[0-9a-f]{8})\/(?<path>.+)$/;

/** Names come from people: a key is only made of what can be a remote and a version. */
function releasePrefix(remote: string, version: string): string {
  const prefix = `r/${remote}/${version}/`;
  if (artifactKey.exec(`${prefix}release.json`)?.groups?.['version'] === version) return prefix;
  throw new ReleaseProblem(
    'usage',
    `"${remote} ${version}" is no release; expected a remote and its version, like: market 1.2.0+0a1b2c3d`,
  );
}
const manifestKey = (remote: string, version: string): string => `${releasePrefix(remote, version)}release.json`;
/** Beside release.json, which is never written twice: written when a release that was published unproven passes later. */
const proofKey = (remote: string, version: string): string => `${releasePrefix(remote, version)}proof.json`;
const releaseProof = z.object({ provenAtMs: z.int() });
/** The two files of a release folder that no browser asks for. */
const notArtifacts = ['release.json', 'proof.json'];
/** Enough to keep a connection busy, few enough for one small machine. */
const writesAtOnce = 8;

export function createReleaseStore(bucket: Bucket, keys: SigningKeys, now: () => number = Date.now): ReleaseStore {
  async function readText(key: string): Promise<string | undefined> {
    const bytes = await bucket.read(key);
    return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
  }

  /** The log has no gaps, so a store that has seen it once only looks whether the next number is taken. */
  let seenSerial = 0;
  async function newestSerial(): Promise<number> {
    if (seenSerial === 0) {
      const serials = (await bucket.list(logPrefix)).map((key) => /^(\d+)\.json$/.exec(key.slice(logPrefix.length))?.[1]);
      seenSerial = Math.max(0, ...serials.map((serial) => Number(serial ?? 0)));
    }
    while ((await bucket.read(changeKey(seenSerial + 1))) !== undefined) seenSerial += 1;
    return seenSerial;
  }

  async function readChange(serial: number): Promise<PointerChange> {
    const text = await readText(changeKey(serial));
    if (text === undefined) throw new ReleaseProblem('refused', `change ${serial} of the pointer is missing in ${bucket.name}`);
    return pointerChange.parse(JSON.parse(text));
  }

  /** What readers fetch when this change is the newest: the pointer's text, and a signature for it and for the one before. */
  async function publicCopy(channel: Channel, serial: number): Promise<{ body: string; signatures: string }> {
    const change = await readChange(serial);
    const lines = serial > 1 ? [change.signature, (await readChange(serial - 1)).signature] : [change.signature];
    lines.push(...freshnessLines(keys, channel, change.body, now() + storedFreshnessMs));
    return { body: change.body, signatures: `${lines.join('\n')}\n` };
  }

  /** Repeats until the copy is of the newest change, so that a slow writer cannot leave an older one in place. */
  async function copyNewest(channel: Channel): Promise<void> {
    let copied = -1;
    for (let serial = await newestSerial(); serial !== copied && serial > 0; serial = await newestSerial()) {
      const { body, signatures } = await publicCopy(channel, serial);
      await bucket.replace(`pointer/${channel}.json.sig`, Buffer.from(signatures));
      await bucket.replace(`pointer/${channel}.json`, Buffer.from(body));
      copied = serial;
    }
  }

  /** A signature file of before can stand beside the newest body when a slow writer died, so both are looked at. */
  async function isCopied(channel: Channel, { body, signature }: PointerChange): Promise<boolean> {
    const [copy, signatures = ''] = await Promise.all([
      readText(`pointer/${channel}.json`),
      readText(`pointer/${channel}.json.sig`),
    ]);
    return copy === body && signatures.startsWith(`${signature}\n`);
  }

  /** Takes the serial, or tells who was first. An answer that got lost on its way makes a repeated request find its own change. */
  async function takeSerial(serial: number, change: PointerChange): Promise<void> {
    if (serial !== (await newestSerial()) + 1) throw conflict(serial);
    if ((await bucket.create(changeKey(serial), Buffer.from(JSON.stringify(change)))) === 'created') return;
    if ((await readChange(serial)).signature !== change.signature) throw conflict(serial);
  }

  async function findManifest(remote: string, version: string): Promise<ReleaseManifest | undefined> {
    const text = await readText(manifestKey(remote, version));
    if (text === undefined) return undefined;
    const manifest = understood(releaseManifest, text);
    if (manifest === undefined)
      throw new ReleaseProblem(
        'refused',
        `${manifestKey(remote, version)} in ${bucket.name} is damaged, or of another version of this tool`,
      );
    return withProof(manifest);
  }

  async function withProof(manifest: ReleaseManifest): Promise<ReleaseManifest> {
    const { remote, version, provenAtMs = null } = manifest;
    const text = provenAtMs === null ? await readText(proofKey(remote, version)) : undefined;
    return { ...manifest, provenAtMs: text === undefined ? provenAtMs : (understood(releaseProof, text)?.provenAtMs ?? null) };
  }

  async function readManifest(remote: string, version: string): Promise<ReleaseManifest> {
    const manifest = await findManifest(remote, version);
    if (manifest === undefined) throw new ReleaseProblem('refused', `${remote} ${version} is not published`);
    return manifest;
  }

  async function unlistedPaths({ remote, version, files }: ReleaseManifest): Promise<readonly string[]> {
    const prefix = releasePrefix(remote, version);
    const paths = (await bucket.list(prefix)).map((key) => key.slice(prefix.length));
    return paths.filter((path) => !notArtifacts.includes(path) && !Object.hasOwn(files, path));
  }

  /** The folders under the prefix, and whether each is a release. Files that lie elsewhere are no business of the store. */
  async function foldersUnder(prefix: string): Promise<readonly ReleaseFolder[]> {
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

  return {
    readManifest,
    hasRelease: async (remote, version) => (await bucket.read(manifestKey(remote, version))) !== undefined,

    async readEntry(remote, version) {
      const manifest = await findManifest(remote, version);
      return manifest === undefined ? undefined : readText(`${releasePrefix(remote, version)}${manifest.entry}`);
    },

    async publish(manifest, files) {
      const { remote, version } = manifest;
      const otherContent = new ReleaseProblem(
        'refused',
        `${remote} ${version} is published with other content; a release is never overwritten`,
      );
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
      const stray = (await unlistedPaths(manifest))[0];
      if (stray !== undefined)
        throw new ReleaseProblem(
          'refused',
          `${remote} ${version}: an unfinished publish of other content left ${stray}; remove it with "gc --unfinished"`,
        );
      const text = Buffer.from(JSON.stringify(manifest, undefined, 2));
      if ((await bucket.create(manifestKey(remote, version), text)) === 'created') return 'published';
      return outcomeOf(await readManifest(remote, version));
    },

    async prove(remote, version, provenAtMs) {
      const { provenAtMs: before = null } = await readManifest(remote, version);
      if (before === null) await bucket.create(proofKey(remote, version), Buffer.from(JSON.stringify({ provenAtMs })));
    },

    async listRemotes() {
      return [...new Set((await foldersUnder('r/')).filter(({ isRelease }) => isRelease).map(({ remote }) => remote))].sort();
    },

    async listReleases(remote) {
      const releases = (await foldersUnder(`r/${remote}/`)).filter(({ isRelease }) => isRelease);
      const found = await Promise.all(
        releases.map(async ({ version, hasProof }) => {
          const text = await readText(manifestKey(remote, version));
          const manifest = text === undefined ? undefined : understood(releaseManifest, text);
          return manifest !== undefined && hasProof ? withProof(manifest) : manifest;
        }),
      );
      return found.filter((manifest) => manifest !== undefined).sort((a, b) => b.builtAtMs - a.builtAtMs);
    },

    async verifyRelease(remote, version) {
      const manifest = await readManifest(remote, version);
      const prefix = releasePrefix(remote, version);
      await eachOf(Object.entries(manifest.files), async ([path, expected]) => {
        const bytes = await bucket.read(`${prefix}${path}`);
        if (bytes === undefined) throw new ReleaseProblem('refused', `${remote} ${version}: ${path} is missing`);
        const found = integrityOf(bytes);
        if (found !== expected.integrity) {
          throw new ReleaseProblem(
            'refused',
            `${remote} ${version}: ${path} was changed (expected ${expected.integrity}, found ${found})`,
          );
        }
      });
      const unlisted = (await unlistedPaths(manifest))[0];
      if (unlisted !== undefined)
        throw new ReleaseProblem('refused', `${remote} ${version}: ${unlisted} is not part of the release`);
      return manifest;
    },

    async removeRelease(remote, version) {
      await bucket.remove(manifestKey(remote, version));
      await eachOf([...(await bucket.list(releasePrefix(remote, version)))], (key) => bucket.remove(key));
    },

    async listUnfinished() {
      return (await foldersUnder('r/')).filter(({ isRelease }) => !isRelease).map(({ remote, version }) => ({ remote, version }));
    },

    removeDrafts: (beforeMs) => bucket.removeDrafts(beforeMs),

    async readPointer(channel) {
      const serial = await newestSerial();
      if (serial === 0) return undefined;
      const change = await readChange(serial);
      const pointer = printablePointer(releasePointer.parse(JSON.parse(change.body)));
      if (!keys.isSignedBy(change.body, change.signature) || pointer.serial !== serial) {
        throw new ReleaseProblem('refused', `change ${serial} of the pointer is not signed by a key of this data directory`);
      }
      if (!(await isCopied(channel, change))) await copyNewest(channel);
      return pointer;
    },

    async swapPointer(channel, next, by = 'current') {
      const body = JSON.stringify(next);
      const signature = keys.sign(body, by);
      await takeSerial(next.serial, { body, signature });
      if (!keys.isSignedBy(body, signature)) {
        // The keys were rotated between the two lines above: hosts that were published since trust the new pair only.
        const again = JSON.stringify({ ...next, serial: next.serial + 1 });
        await takeSerial(next.serial + 1, { body: again, signature: keys.sign(again) });
      }
      await copyNewest(channel);
    },

    refreshPointer: copyNewest,

    async readLog(limit) {
      const newest = await newestSerial();
      const serials = Array.from({ length: Math.min(limit, newest) }, (_, index) => newest - index);
      return Promise.all(
        serials.map(async (serial) => {
          const { body, signature } = await readChange(serial);
          const pointer = printablePointer(releasePointer.parse(JSON.parse(body)));
          return { pointer, isSigned: pointer.serial === serial && keys.wasSignedBy(body, signature) };
        }),
      );
    },

    async readPresence() {
      const read = await Promise.all((await bucket.list('presence/')).map(async (key) => ({ key, text: await readText(key) })));
      const found = read.flatMap(({ key, text }) =>
        text === undefined ? [] : [{ key, report: understood(presenceReport, text) }],
      );
      return {
        reports: found.flatMap(({ report }) => report ?? []),
        unreadable: found.filter(({ report }) => report === undefined).map(({ key }) => printable(key)),
      };
    },

    writePresence: (report) => bucket.replace(`presence/${report.node}.json`, Buffer.from(JSON.stringify(report))),
  };
}

/** Undefined: damaged, or written by another version of the software. */
function understood<Shape>(shape: z.ZodMiniType<Shape>, text: string): Shape | undefined {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function conflict(serial: number): ReleaseProblem {
  return new ReleaseProblem(
    'conflict',
    `somebody else changed the pointer first (serial ${serial} is taken); look at "status" and try again`,
  );
}

/** Works on a few at a time; fails with the first that fails. */
async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: writesAtOnce }, async () => {
      for (const item of left) await work(item);
    }),
  );
}
