/** The loader as the shell sees it. */
import type { RunningReleases } from '@tessera/shared/contract';
import type { LiveValue, PreviewTicket, ReleaseReference, RemoteHandle } from '@tessera/shared/federation';
import type { ForeignPages } from '../routes/routeFor';
import type { ReadyRemote, RemoteState } from './RemoteState';

/** What this page runs, without the host itself. */
export type RunningRemotes = Omit<RunningReleases, 'host'>;

export interface Remotes {
  state(name: string): LiveValue<RemoteState>;
  /** Pages beyond the host's own table; undefined while the pointer is not known. */
  readonly pages: LiveValue<ForeignPages | undefined>;
  readonly running: LiveValue<RunningRemotes>;
  /** What is previewed on this browser; undefined when nothing is. */
  readonly preview: LiveValue<PreviewTicket | undefined>;
  leavePreview(): void;
  /** Loads the remote if it is not there yet. The result is in `state`; the promise only says when. */
  load(name: string): Promise<void>;
  /** Asks again after a failure: failures that may pass are forgotten and the pointer is read again. */
  retry(name: string): Promise<void>;
  /** Fetches what the remote's first page needs, without running it. */
  warm(name: string): Promise<void>;
  /** Fetches all that the remote's pages may need in the person's language, so that they open without a network. */
  keep(name: string): Promise<void>;
  /** The outlet says what is on screen; the answer takes it off again. */
  mounted(name: string, handle: RemoteHandle): () => void;
  /**
   * A release failed on screen. `isFatal`: it cannot go on; otherwise the second time within a minute is fatal. Answers
   * whether it is given up.
   */
  crashed(name: string, release: ReleaseReference, detail: string, isFatal: boolean): boolean;
  /** A part of the mounted release did not come: it is loaded again once, then given up. */
  chunkFailed(name: string, shown: ReadyRemote, detail: string): void;
  /** Nothing on screen objects to going: no open ticket, no running order. */
  isFree(): boolean;
  /** The server says where a channel's pointer stands. */
  pointerAnnounced(head: { readonly channel: string; readonly serial: number }): void;
  /** Watches pointer and page until the returned function is called. */
  start(): () => void;
}
