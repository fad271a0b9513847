/**
 * One remote on this page: what is shown, what waits to take its place, and what was given up. A release on screen is asked
 * before it goes; where a running order or an open ticket objects, the one that waits goes on waiting.
 */
import { BehaviorSubject } from '@tessera/shared/kernel';
import type { LiveValue, RemoteHandle } from '@tessera/shared/federation';
import type { RemoteClock } from './RemoteClock';
import type { RemoteFailure } from './RemoteFailure';
import type { RemoteState } from './RemoteState';
import { repeatedWithin } from './repeatedWithin';

/** How often a remote that objected to an urgent swap is asked again. */
const askAgainMs = 2000;
/** What befalls one version twice within this time will go on befalling it. */
const repeatMs = 60_000;

export interface RemoteSlotDeps {
  readonly clock: RemoteClock;
  isPageHidden(): boolean;
  /** What is shown has changed. */
  onShown(slot: RemoteSlot, before: RemoteState): void;
}

export interface RemoteSlot {
  readonly name: string;
  readonly state: LiveValue<RemoteState>;
  /** Versions given up for this session, and why. */
  readonly quarantine: Map<string, RemoteFailure>;
  /** Did this version crash already within the last minute? Each call counts as a crash. */
  crashedAgain(version: string): boolean;
  /** The same for a chunk that could not be loaded. */
  chunkFailedAgain(version: string): boolean;
  /** Everything that changes the remote runs one after the other: two loads never cross. */
  enqueue(work: () => Promise<void>): Promise<void>;
  /** Takes the place of what is shown at once. */
  show(state: RemoteState): void;
  /** now: as soon as nothing objects; next-safe: when nothing objects and nobody looks. */
  showWhenFree(state: RemoteState, moment: 'now' | 'next-safe'): void;
  readonly waiting: RemoteState | undefined;
  /** What is shown stays: nothing waits any more. */
  keep(): void;
  /** Nothing of it on screen objects to going. */
  isFree(): boolean;
  /** A mounted release; the answer takes it off again. */
  mounted(handle: RemoteHandle): () => void;
  /** A safe moment: nobody looks. */
  pageHidden(): void;
}

export function createRemoteSlot(name: string, parts: RemoteSlotDeps): RemoteSlot {
  const state = new BehaviorSubject<RemoteState>({ kind: 'idle' });
  const handles = new Set<RemoteHandle>();
  let waiting: RemoteState | undefined;
  let queue: Promise<void> = Promise.resolve();
  let callOffAsking: () => void = () => undefined;

  const isFree = (): boolean => [...handles].every(mayGo);

  function keep(): void {
    callOffAsking();
    waiting = undefined;
  }

  function show(next: RemoteState): void {
    keep();
    const before = state.value;
    state.next(next);
    parts.onShown(slot, before);
  }

  function showWaitingIfFree(): void {
    if (waiting !== undefined && isFree()) show(waiting);
  }

  function askUntilFree(): void {
    showWaitingIfFree();
    if (waiting !== undefined) callOffAsking = parts.clock.after(askAgainMs, askUntilFree);
  }

  const slot: RemoteSlot = {
    name,
    state,
    quarantine: new Map(),
    crashedAgain: repeatedWithin(repeatMs, parts.clock),
    chunkFailedAgain: repeatedWithin(repeatMs, parts.clock),
    enqueue(work) {
      queue = queue.then(work, work);
      return queue;
    },
    show,
    showWhenFree(next, moment) {
      keep();
      waiting = next;
      if (moment === 'now') askUntilFree();
      else if (handles.size === 0 || parts.isPageHidden()) showWaitingIfFree();
    },
    get waiting() {
      return waiting;
    },
    keep,
    isFree,
    mounted(handle) {
      handles.add(handle);
      return () => {
        handles.delete(handle);
        showWaitingIfFree();
      };
    },
    pageHidden: showWaitingIfFree,
  };
  return slot;
}

/** A release that cannot even answer is broken, and must not keep its place by that. */
function mayGo(handle: RemoteHandle): boolean {
  try {
    return handle.canRelease() === true;
  } catch {
    return true;
  }
}
