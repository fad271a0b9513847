/**
 * What the conformance run asks of the harness page (`window.harness`), one verb per step. A verb is over when its step is; what
 * was wrong in it is among the next `faults`.
 */
import type { ReleaseReference } from '@tessera/shared/federation';
import type { Fault } from '../rules';

/** One built release as the harness plays it. */
export interface PlayedRelease {
  readonly remote: string;
  readonly reference: ReleaseReference;
  /** The pages it owns, at least one. */
  readonly pages: readonly string[];
}

/** What lies about on the page at one moment, each as one line of words that is equal for equal things. */
export interface Traces {
  /** Elements in head, body and the harness's stage, but for the scripts and style links of a played release. */
  readonly nodes: readonly string[];
  /** Attributes of the html and body elements. */
  readonly attributes: readonly string[];
  readonly timers: readonly string[];
  /** Streams of the context that somebody listens to. */
  readonly subscriptions: readonly string[];
  /** Own properties of the window. */
  readonly globals: readonly string[];
}

export interface HarnessDoor {
  traces(): Traces;
  /** The same once nothing that is only on its way is left of it; at the latest after the time limit. */
  tracesAtRest(): Promise<Traces>;
  /** Loads entry and exposed module. */
  load(release: PlayedRelease): Promise<void>;
  /** Mounts at this page, waits until it shows something, unmounts. */
  visit(release: PlayedRelease, page: string): Promise<void>;
  /** Mounts once and leads it through its pages, other prices, the dark theme and another language. */
  lead(release: PlayedRelease): Promise<void>;
  /** Mounts, updates and unmounts so many times; every other time without waiting for what the mount began. */
  repeat(release: PlayedRelease, times: number): Promise<void>;
  /** Both on the page at once; the first leaves, the second must stay whole. */
  playTogether(first: PlayedRelease, second: PlayedRelease): Promise<void>;
  /** How many observers of each kind are alive; those whose garbage was collected are not. */
  liveObservers(): Readonly<Record<string, number>>;
  mediaQueries(): readonly object[];
  /** What came to light since the last time. */
  takeFaults(): readonly Fault[];
}
