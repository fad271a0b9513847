/**
 * The release store in a directory: releases are write-once folders, the pointer is a chain of numbered changes.
 *
 * A change is the file pointer/log/<serial>.json. It is made by linking a finished draft under the next free number, which
 * only one of several writers can do: that is the compare-and-swap. The pointer file that hosts read is a copy of the newest
 * change, so a writer that dies between the two steps leaves nothing to repair by hand: the next one copies again.
 *
 * The pointer and its detached signature are two files that a reader fetches one after the other. The signature file keeps
 * one line for the newest body and one for the body before it and is replaced first, so that either body finds its line.
 */
import { randomUUID } from 'node:crypto';
import {
  chmodSync, closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { releaseManifest, releasePointer, type ReleaseManifest, type ReleasePointer } from '@tessera/shared/federation';
import { integrityOf } from '../integrity';
import { ReleaseProblem } from '../ReleaseProblem';
import type { SigningKeys } from '../signing/SigningKeys';

/** A misspelt channel is an error, never a new channel. */
export const channels = ['prod'] as const;
export type Channel = (typeof channels)[number];

export function parseChannel(text: string): Channel {
  const channel = channels.find((known) => known === text);
  if (channel === undefined) throw new ReleaseProblem('usage', `unknown channel "${text}"; known: ${channels.join(', ')}`);
  return channel;
}

interface PointerChange {
  /** The pointer file's exact text, since the signature is over its bytes. */
  readonly body: string;
  readonly signature: string;
}

export type PublishOutcome = 'published' | 'already-published';

export interface DirectoryStore {
  /** Writes a release once. Repeating the same content is no change; other content under the same version is refused. */
  publish(manifest: ReleaseManifest, files: ReadonlyMap<string, Uint8Array>): PublishOutcome;
  hasRelease(remote: string, version: string): boolean;
  readManifest(remote: string, version: string): ReleaseManifest;
  /** Newest first, by build time. */
  listReleases(remote: string): readonly ReleaseManifest[];
  /** Reads every file of a release again and refuses it when one is missing, changed or unlisted. */
  verifyRelease(remote: string, version: string): ReleaseManifest;
  /** The live pointer; undefined before the first promotion. */
  readPointer(channel: Channel): ReleasePointer | undefined;
  /** Makes `next` the live pointer when its serial is exactly one above the newest; else somebody else was first. */
  swapPointer(channel: Channel, next: ReleasePointer): void;
}

export function openDirectoryStore(root: string, keys: SigningKeys): DirectoryStore {
  const releasesFolder = join(root, 'r');
  const pointerFolder = join(root, 'pointer');
  const logFolder = join(pointerFolder, 'log');
  for (const folder of [releasesFolder, logFolder]) mkdirSync(folder, { recursive: true });

  const releaseFolder = (remote: string, version: string): string => join(releasesFolder, remote, version);

  function newestSerial(): number {
    return Math.max(0, ...readdirSync(logFolder).flatMap((name) => (/^\d+\.json$/.test(name) ? [Number.parseInt(name, 10)] : [])));
  }

  function readChange(serial: number): PointerChange {
    return JSON.parse(readFileSync(join(logFolder, `${serial}.json`), 'utf8')) as PointerChange;
  }

  /** Repeats until the copy is of the newest change, so that a slow writer cannot leave an older one in place. */
  function copyNewest(channel: Channel): void {
    let copied = -1;
    for (let serial = newestSerial(); serial !== copied && serial > 0; serial = newestSerial()) {
      const lines = [serial, serial - 1].flatMap((each) => (each > 0 ? [readChange(each).signature] : []));
      replaceFile(join(pointerFolder, `${channel}.json.sig`), `${lines.join('\n')}\n`);
      replaceFile(join(pointerFolder, `${channel}.json`), readChange(serial).body);
      copied = serial;
    }
  }

  function readManifest(remote: string, version: string): ReleaseManifest {
    const path = join(releaseFolder(remote, version), 'release.json');
    if (!existsSync(path)) throw new ReleaseProblem('refused', `${remote} ${version} is not published`);
    return releaseManifest.parse(JSON.parse(readFileSync(path, 'utf8')));
  }

  return {
    readManifest,
    hasRelease: (remote, version) => existsSync(join(releaseFolder(remote, version), 'release.json')),

    publish(manifest, files) {
      const folder = releaseFolder(manifest.remote, manifest.version);
      const draft = join(releasesFolder, manifest.remote, `.draft-${randomUUID()}`);
      for (const [path, bytes] of files) writeDurably(join(draft, path), bytes, 0o444);
      writeDurably(join(draft, 'release.json'), JSON.stringify(manifest, undefined, 2), 0o444);
      try {
        renameSync(draft, folder);
        return 'published';
      } catch (error) {
        rmSync(draft, { recursive: true, force: true });
        if (!existsSync(folder)) throw error;
        const isSame = JSON.stringify(readManifest(manifest.remote, manifest.version).files) === JSON.stringify(manifest.files);
        if (isSame) return 'already-published';
        throw new ReleaseProblem('refused', `${manifest.remote} ${manifest.version} is published with other content; a release is never overwritten`);
      }
    },

    listReleases(remote) {
      const folder = join(releasesFolder, remote);
      if (!existsSync(folder)) return [];
      const versions = readdirSync(folder).filter((name) => !name.startsWith('.'));
      return versions.map((version) => readManifest(remote, version)).sort((a, b) => b.builtAtMs - a.builtAtMs);
    },

    verifyRelease(remote, version) {
      const manifest = readManifest(remote, version);
      const folder = releaseFolder(remote, version);
      for (const [path, expected] of Object.entries(manifest.files)) {
        if (!existsSync(join(folder, path))) throw new ReleaseProblem('refused', `${remote} ${version}: ${path} is missing`);
        const found = integrityOf(readFileSync(join(folder, path)));
        if (found !== expected.integrity) {
          throw new ReleaseProblem('refused', `${remote} ${version}: ${path} was changed (expected ${expected.integrity}, found ${found})`);
        }
      }
      const unlisted = filesUnder(folder).find((path) => path !== 'release.json' && !(path in manifest.files));
      if (unlisted !== undefined) throw new ReleaseProblem('refused', `${remote} ${version}: ${unlisted} is not part of the release`);
      return manifest;
    },

    readPointer(channel) {
      const serial = newestSerial();
      if (serial === 0) return undefined;
      const { body, signature } = readChange(serial);
      if (!keys.isSignedBy(body, signature)) {
        throw new ReleaseProblem('refused', `change ${serial} of the pointer is not signed by a key of this data directory`);
      }
      const pointerPath = join(pointerFolder, `${channel}.json`);
      if (!existsSync(pointerPath) || readFileSync(pointerPath, 'utf8') !== body) copyNewest(channel);
      return releasePointer.parse(JSON.parse(body));
    },

    swapPointer(channel, next) {
      const body = JSON.stringify(next);
      const change: PointerChange = { body, signature: keys.sign(body) };
      if (next.serial !== newestSerial() + 1) throw conflict(next.serial);
      const draft = join(logFolder, `.draft-${randomUUID()}`);
      writeDurably(draft, JSON.stringify(change), 0o444);
      try {
        linkSync(draft, join(logFolder, `${next.serial}.json`));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw conflict(next.serial);
        throw error;
      } finally {
        rmSync(draft);
      }
      copyNewest(channel);
    },
  };
}

function conflict(serial: number): ReleaseProblem {
  return new ReleaseProblem('conflict', `somebody else changed the pointer first (serial ${serial} is taken); look at "status" and try again`);
}

export function filesUnder(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name))).sort();
}

function writeDurably(path: string, content: string | Uint8Array, mode: number): void {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'w', 0o600);
  try {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  chmodSync(path, mode);
}

/** Readers see the old file or the new one, never a part. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const draft = join(dirname(path), `.draft-${randomUUID()}`);
  writeDurably(draft, content, 0o644);
  renameSync(draft, path);
}
