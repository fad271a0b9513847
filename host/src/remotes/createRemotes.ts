/**
 * The remote loader. It knows, per remote, which release is on screen, and answers one stream of states that the outlet
 * shows. The model in four rules:
 *
 * - A load walks the chain (live release, then the one before) until one works. A release that failed is quarantined for
 *   this session; a network fault gets one more try first.
 * - Everything that changes one remote runs one after the other (a queue per remote): two loads never cross.
 * - A changed pointer is noticed by polling, on return to the page, and by a hint on the socket. The new release is loaded
 *   beside the one on screen, which stays until it agrees to go; only then does the state name the new one. Where a running
 *   order or an open ticket objects, the swap waits. The page itself is never reloaded.
 * - Nothing is decided by a remote about another: a failure here is a failed card in one tab.
 */
import { BehaviorSubject } from '@tessera/shared/kernel';
import { remoteNames, type LiveValue, type ReleasePointer, type ReleaseReference, type RemoteHandle, type RemoteName } from '@tessera/shared/federation';
import { loadRelease, type LoadReleaseParts } from './loadRelease';
import type { PointerSource } from './pointerSource';
import { releaseChain } from './releaseChain';
import type { RemoteClock } from './RemoteClock';
import { mayBeRetried, type RemoteFailure } from './RemoteFailure';
import type { ReadyRemote, RemoteState } from './RemoteState';

const pollMs = 60_000;
/** How often a remote that objected to an urgent swap is asked again. */
const askAgainMs = 2000;
const crashWindowMs = 60_000;

/** What the loader tells the error reports. */
export type RemoteEvent =
  | { readonly type: 'failed'; readonly failure: RemoteFailure }
  /** Another release than the live one is shown. */
  | { readonly type: 'fell-back'; readonly remote: RemoteName; readonly wanted: string; readonly shown: string }
  | { readonly type: 'swapped'; readonly remote: RemoteName; readonly from: string; readonly to: string };

export interface RemotesParts extends LoadReleaseParts {
  readonly clock: RemoteClock;
  readonly pointers: PointerSource;
  report(event: RemoteEvent): void;
  /** Asks the browser for these files ahead of need; best effort. */
  prefetch(files: readonly { readonly href: string; readonly integrity: string }[]): void;
  isPageHidden(): boolean;
  /** Calls back when the page is shown again, hidden, or back on line; answers how to stop. */
  onPageChange(listener: () => void): () => void;
}

export interface Remotes {
  state(name: RemoteName): LiveValue<RemoteState>;
  /** Loads the remote if it is not there yet. The result is in `state`; the promise only says when. */
  load(name: RemoteName): Promise<void>;
  /** The person asks again after a failure: failures that may pass are forgotten and the pointer is read anew. */
  retry(name: RemoteName): Promise<void>;
  /** Fetches what the remote's first page needs, without running it. */
  warm(name: RemoteName): Promise<void>;
  /** The outlet says which release is on screen; the answer takes it off again. */
  mounted(name: RemoteName, release: ReleaseReference, handle: RemoteHandle): () => void;
  /** A release failed on screen. `isFatal`: it cannot go on; otherwise the second time within a minute is fatal. Answers whether it is given up. */
  crashed(name: RemoteName, release: ReleaseReference, detail: string, isFatal: boolean): boolean;
  notifyPointerMayHaveChanged(): void;
  /** Watches the pointer until the returned function is called. */
  start(): () => void;
}

interface Slot {
  readonly state: BehaviorSubject<RemoteState>;
  readonly quarantine: Map<string, RemoteFailure>;
  readonly handles: Set<RemoteHandle>;
  crashes: readonly { readonly version: string; readonly at: number }[];
  /** The tail of this remote's queue. */
  queue: Promise<void>;
  /** Loaded and waiting until the release on screen may go. */
  waiting: ReadyRemote | undefined;
  callOffAsking: () => void;
}

export function createRemotes(parts: RemotesParts): Remotes {
  const slots = new Map<RemoteName, Slot>(
    remoteNames.map((name) => [
      name,
      {
        state: new BehaviorSubject<RemoteState>({ kind: 'idle' }),
        quarantine: new Map(),
        handles: new Set(),
        crashes: [],
        queue: Promise.resolve(),
        waiting: undefined,
        callOffAsking: () => undefined,
      },
    ]),
  );
  const slotOf = (name: RemoteName): Slot => slots.get(name) as Slot;
  let pointer: ReleasePointer | undefined;
  let reading: Promise<RemoteFailure | undefined> | undefined;

  /** Reads the pointer; callers at the same time share one request. Answers why there is none at all, if so. */
  function readPointer(): Promise<RemoteFailure | undefined> {
    reading ??= parts.pointers
      .load()
      .then((result): RemoteFailure | undefined => {
        if (result.ok) pointer = result.value;
        else if (pointer === undefined) return { kind: 'manifest', remote: 'release-pointer', version: undefined, detail: result.problem };
        return undefined;
      })
      .finally(() => (reading = undefined));
    return reading;
  }

  function enqueue(name: RemoteName, work: () => Promise<void>): Promise<void> {
    const slot = slotOf(name);
    slot.queue = slot.queue.then(work, work);
    return slot.queue;
  }

  function chainOf(name: RemoteName): readonly ReleaseReference[] {
    const remote = pointer?.remotes[name];
    const { quarantine } = slotOf(name);
    return remote === undefined
      ? []
      : releaseChain(remote, { contractVersion: parts.contractVersion, isQuarantined: (version) => quarantine.has(version) });
  }

  function giveUp(name: RemoteName, failure: RemoteFailure): void {
    if (failure.version !== undefined) slotOf(name).quarantine.set(failure.version, failure);
    parts.report({ type: 'failed', failure });
  }

  /** The first release of the chain that works, or why the last one tried did not. */
  async function loadFromChain(name: RemoteName): Promise<RemoteState> {
    const remote = pointer?.remotes[name];
    if (remote === undefined) return { kind: 'failed', failure: { kind: 'manifest', remote: name, version: undefined, detail: 'the pointer does not name it' } };
    if (remote.disabled !== null) return { kind: 'disabled', message: remote.disabled.message };
    let last: RemoteFailure | undefined;
    for (const release of chainOf(name)) {
      let result = await loadRelease(parts, name, release);
      if (!result.ok && result.problem.kind === 'network') result = await loadRelease(parts, name, release);
      if (result.ok) {
        if (release.version !== remote.stable.version) parts.report({ type: 'fell-back', remote: name, wanted: remote.stable.version, shown: release.version });
        return { kind: 'ready', release, module: result.value };
      }
      last = result.problem;
      giveUp(name, last);
    }
    const known = last ?? [...slotOf(name).quarantine.values()].at(-1);
    return {
      kind: 'failed',
      failure: known ?? { kind: 'incompatible', remote: name, version: remote.stable.version, detail: `needs contract ${remote.stable.contract}` },
    };
  }

  async function loadAnew(name: RemoteName): Promise<void> {
    const { state } = slotOf(name);
    state.next({ kind: 'loading' });
    const missing = pointer === undefined ? await readPointer() : undefined;
    state.next(missing === undefined ? await loadFromChain(name) : { kind: 'failed', failure: { ...missing, remote: name } });
  }

  function objectionsOf(slot: Slot): readonly string[] {
    return [...slot.handles].flatMap((handle) => {
      const answer = handle.canRelease();
      return answer === true ? [] : [answer.reason];
    });
  }

  /** Puts the waiting release on screen if nothing objects. */
  function swapIfFree(name: RemoteName): void {
    const slot = slotOf(name);
    const { waiting, state } = slot;
    if (waiting === undefined || objectionsOf(slot).length > 0) return;
    slot.callOffAsking();
    slot.waiting = undefined;
    const before = state.value;
    if (before.kind === 'ready') parts.report({ type: 'swapped', remote: name, from: before.release.version, to: waiting.release.version });
    state.next(waiting);
  }

  function askUntilFree(name: RemoteName): void {
    const slot = slotOf(name);
    slot.callOffAsking();
    swapIfFree(name);
    if (slot.waiting !== undefined) slot.callOffAsking = parts.clock.after(askAgainMs, () => askUntilFree(name));
  }

  /** After a pointer was read: brings a remote that is on screen, failed or switched off to what the pointer now says. */
  async function follow(name: RemoteName): Promise<void> {
    const slot = slotOf(name);
    const shown = slot.state.value;
    const remote = pointer?.remotes[name];
    if (remote === undefined || shown.kind === 'idle' || shown.kind === 'loading') return;
    if (remote.disabled !== null) return slot.state.next({ kind: 'disabled', message: remote.disabled.message });
    const wanted = chainOf(name)[0];
    if (wanted === undefined || (shown.kind === 'ready' && shown.release.version === wanted.version)) {
      slot.callOffAsking();
      slot.waiting = undefined;
      return;
    }
    if (shown.kind !== 'ready') return slot.state.next(await loadFromChain(name));
    if (remote.apply === 'next-boot') return;
    if (slot.waiting?.release.version !== wanted.version) {
      const next = await loadFromChain(name);
      if (next.kind !== 'ready' || next.release.version === shown.release.version) return;
      slot.waiting = next;
    }
    if (remote.apply === 'now') askUntilFree(name);
    else if (slot.handles.size === 0 || parts.isPageHidden()) swapIfFree(name);
  }

  async function checkPointer(): Promise<void> {
    const serialBefore = pointer?.serial;
    await readPointer();
    if (pointer === undefined || pointer.serial === serialBefore) return;
    await Promise.all(remoteNames.map((name) => enqueue(name, () => follow(name))));
  }

  const remotes: Remotes = {
    state: (name) => slotOf(name).state,
    load: (name) => enqueue(name, async () => (slotOf(name).state.value.kind === 'idle' ? loadAnew(name) : undefined)),
    retry: (name) =>
      enqueue(name, async () => {
        const { quarantine } = slotOf(name);
        for (const [version, failure] of quarantine) if (mayBeRetried(failure)) quarantine.delete(version);
        await readPointer();
        await loadAnew(name);
      }),
    async warm(name) {
      if (slotOf(name).state.value.kind !== 'idle') return;
      if (pointer === undefined) await readPointer();
      const release = chainOf(name)[0];
      if (release !== undefined) parts.prefetch([{ href: release.entry, integrity: release.integrity }, ...(release.preload ?? [])]);
    },
    mounted(name, _release, handle) {
      const { handles } = slotOf(name);
      handles.add(handle);
      return () => {
        handles.delete(handle);
        swapIfFree(name);
      };
    },
    crashed(name, release, detail, isFatal) {
      const slot = slotOf(name);
      const at = parts.clock.now();
      const { version } = release;
      slot.crashes = [...slot.crashes.filter((crash) => crash.version === version && at - crash.at < crashWindowMs), { version, at }];
      if (!isFatal && slot.crashes.length < 2) return false;
      giveUp(name, { kind: 'crash', remote: name, version, detail });
      void enqueue(name, async () => {
        const shown = slot.state.value;
        if (shown.kind === 'ready' && shown.release.version === version) slot.state.next(await loadFromChain(name));
      });
      return true;
    },
    notifyPointerMayHaveChanged: () => void checkPointer(),
    start() {
      let callOffPoll: () => void = () => undefined;
      const poll = (): void => {
        callOffPoll = parts.clock.after(pollMs, () => {
          if (!parts.isPageHidden()) void checkPointer();
          poll();
        });
      };
      poll();
      const stopListening = parts.onPageChange(() => {
        for (const name of remoteNames) {
          const { value } = slotOf(name).state;
          if (parts.isPageHidden()) swapIfFree(name);
          else if (value.kind === 'failed' && mayBeRetried(value.failure)) void remotes.retry(name);
        }
        if (!parts.isPageHidden()) void checkPointer();
      });
      return () => {
        callOffPoll();
        stopListening();
        for (const slot of slots.values()) slot.callOffAsking();
      };
    },
  };
  return remotes;
}
