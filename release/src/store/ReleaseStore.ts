/** Releases, pointer, log and presence in a bucket (docs/releases.md shows the layout). */
import type { PresenceReport, ReleaseManifest, ReleasePointer } from '@tessera/shared/federation';
import type { Signer } from '../signing/SigningKeys';
import type { Channel } from './Channel';

export type PublishOutcome = 'published' | 'already-published';

/** One entry of the append-only log, verified: what the pointer said from this serial on. */
export interface PointerLogEntry {
  readonly pointer: ReleasePointer;
  /** False when no key of this data directory, present or retired, made its signature. */
  readonly isSigned: boolean;
}

/** What each server last wrote of its pages, whatever its age. */
export interface Presence {
  readonly reports: readonly PresenceReport[];
  /** Keys that are not understood: damaged, or written by a server of another version. What its pages run is unknown. */
  readonly unreadable: readonly string[];
}

export interface ReleaseStore {
  /** Writes a release once. Repeating the same content is no change; other content under the same version is refused. */
  publish(manifest: ReleaseManifest, files: ReadonlyMap<string, Uint8Array>): Promise<PublishOutcome>;
  /** Notes beside a release that was published unproven that it has passed its conformance run since. */
  prove(remote: string, version: string, provenAtMs: number): Promise<void>;
  hasRelease(remote: string, version: string): Promise<boolean>;
  readManifest(remote: string, version: string): Promise<ReleaseManifest>;
  /** The text of a release's entry script; undefined when there is no such release. */
  readEntry(remote: string, version: string): Promise<string | undefined>;
  /** Remotes that have at least one release. */
  listRemotes(): Promise<readonly string[]>;
  /** Newest first, by build time; without those whose release.json is not understood. */
  listReleases(remote: string): Promise<readonly ReleaseManifest[]>;
  /** Reads every file of a release again and refuses it when one is missing, changed or unlisted. */
  verifyRelease(remote: string, version: string): Promise<ReleaseManifest>;
  /** Removes release.json first, so that a half-removed release is no release. */
  removeRelease(remote: string, version: string): Promise<void>;
  /** Folders without release.json: a publish that is under way, or one whose writer died. */
  listUnfinished(): Promise<readonly { readonly remote: string; readonly version: string }[]>;
  /** Removes what writers that died before this time left half-written; answers how many. */
  removeDrafts(beforeMs: number): Promise<number>;
  /** The live pointer; undefined before the first promotion. */
  readPointer(channel: Channel): Promise<ReleasePointer | undefined>;
  /** Makes `next` the live pointer when its serial is exactly one above the newest; else somebody else was first. The current key signs, unless the next one is to. */
  swapPointer(channel: Channel, next: ReleasePointer, by?: Signer): Promise<void>;
  /** Writes the copy of the newest change again, so that first-time visitors take it for live for another while. */
  refreshPointer(channel: Channel): Promise<void>;
  /** Newest first. */
  readLog(limit: number): Promise<readonly PointerLogEntry[]>;
  readPresence(): Promise<Presence>;
  writePresence(report: PresenceReport): Promise<void>;
}
