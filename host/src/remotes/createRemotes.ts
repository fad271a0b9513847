/**
 * The remote loader. It knows, per remote, which release is on screen, and answers one stream of states that the outlet
 * shows. The model in six rules:
 *
 * - A load walks the chain (previewed, canary, stable, the one before) until a release works. One that failed is given up
 *   for this session; a network fault gets one more try first.
 * - Which release a page should show is decided by the verified pointer and by who the page was started for. Signing in
 *   later does not change it.
 * - Everything that changes one remote runs one after the other: two loads never cross.
 * - When the pointer changes, the new release is loaded beside the one on screen, which stays until it agrees to go. Where a
 *   running order or an open ticket objects, the swap waits. The page itself is never reloaded.
 * - A preview adds to the pointer what this page alone sees: a remote that it does not name, pages that no live release has.
 * - Nothing is decided by a remote about another: a failure here is a failed card in one tab.
 */
import { BehaviorSubject } from '@tessera/shared/kernel';
import type { Canary, ReleasePointer, ReleaseReference, RemotePointer } from '@tessera/shared/federation';
import type { ForeignPages } from '../routes/routeFor';
import { applyRule } from './applyRule';
import { createPreview, type PreviewParts } from './createPreview';
import { loadRelease, type LoadReleaseParts } from './loadRelease';
import { pointerPages } from './pointerPages';
import type { PointerSource } from './pointerSource';
import { candidatesOf, releaseChain } from './releaseChain';
import type { RemoteClock } from './RemoteClock';
import type { RemoteEvent } from './RemoteEvent';
import { mayBeRetried, mayPassByItself, type RemoteFailure } from './RemoteFailure';
import type { Remotes, RunningRemotes } from './Remotes';
import { createRemoteSlot, type RemoteSlot } from './RemoteSlot';
import type { ReadyRemote, RemoteState } from './RemoteState';
import { watchPointer } from './watchPointer';

export interface RemotesParts extends LoadReleaseParts {
  readonly clock: RemoteClock;
  readonly channel: string;
  readonly pointers: PointerSource;
  readonly preview: Omit<PreviewParts, 'clock' | 'onExpired'>;
  /** Is this page in the canary? Answers for the same person or browser as long as the page lives. */
  isInCanary(canary: Canary): Promise<boolean>;
  report(event: RemoteEvent): void;
  /** Asks the browser for these files ahead of need; best effort. */
  prefetch(files: readonly { readonly href: string; readonly integrity: string }[]): void;
  /** Fetches the rest of a release ahead of need; best effort. */
  keep(release: ReleaseReference): Promise<void>;
  isPageHidden(): boolean;
  /** Calls back when the page is shown again, hidden, or back on line; answers how to stop. */
  onPageChange(listener: () => void): () => void;
}

export function createRemotes(parts: RemotesParts): Remotes {
  const slots = new Map<string, RemoteSlot>();
  const pages = new BehaviorSubject<ForeignPages | undefined>(undefined);
  const running = new BehaviorSubject<RunningRemotes>({ serial: null, remotes: {} });
  const recovering = new WeakSet<ReadyRemote>();
  let pointer: ReleasePointer | undefined;
  let inCanary: ReadonlySet<string> = new Set();

  const preview = createPreview({
    ...parts.preview,
    clock: parts.clock,
    onExpired: ({ remote }) => followSoon(remote, 'next-safe'),
  });
  preview.shown.subscribe(tellPages);

  const pointers = watchPointer({
    pointers: parts.pointers,
    clock: parts.clock,
    isPageHidden: parts.isPageHidden,
    async onAccepted(next) {
      const picked = await namesInCanary(next, parts.isInCanary);
      await preview.begin();
      pointer = next;
      inCanary = picked;
      tellPages();
      tellRunning();
      for (const name of slots.keys()) followSoon(name);
    },
    onMissing: () => pages.next({}),
  });

  function slotOf(name: string): RemoteSlot {
    const existing = slots.get(name);
    if (existing !== undefined) return existing;
    const slot = createRemoteSlot(name, {
      clock: parts.clock,
      isPageHidden: parts.isPageHidden,
      onShown(_, before) {
        const { value: now } = slot.state;
        if (
          before.kind === 'ready' &&
          now.kind === 'ready' &&
          !slot.quarantine.has(before.release.version) &&
          now.release.version !== before.release.version
        ) {
          parts.report({ type: 'swapped', remote: name, from: before.release.version, to: now.release.version });
        }
        tellRunning();
        settlePreview(slot);
      },
    });
    slots.set(name, slot);
    return slot;
  }

  function tellPages(): void {
    if (pointer !== undefined) pages.next(pointerPages(pointer, preview.shown.value));
  }

  function tellRunning(): void {
    const shown = [...slots].flatMap(([name, { state }]) =>
      state.value.kind === 'ready' ? [[name, state.value.release.version] as const] : [],
    );
    const next: RunningRemotes = { serial: pointer?.serial ?? null, remotes: Object.fromEntries(shown) };
    if (JSON.stringify(next) !== JSON.stringify(running.value)) running.next(next);
  }

  const remoteOf = (name: string): RemotePointer | undefined => pointer && preview.addedTo(pointer).remotes[name];

  const candidates = (name: string, remote: RemotePointer): readonly [ReleaseReference, ...ReleaseReference[]] =>
    candidatesOf(remote, { preview: preview.releaseOf(name), isInCanary: inCanary.has(name) });

  function chainOf({ name, quarantine }: RemoteSlot): readonly ReleaseReference[] {
    const remote = remoteOf(name);
    if (remote === undefined) return [];
    return releaseChain(candidates(name, remote), {
      contractVersion: parts.contractVersion,
      isQuarantined: (version) => quarantine.has(version),
    });
  }

  function giveUp({ quarantine }: RemoteSlot, failure: RemoteFailure): void {
    if (failure.version !== undefined) quarantine.set(failure.version, failure);
    parts.report({ type: 'failed', failure });
  }

  /** A preview ends when another release takes its place; where none does, it stays and its failure is what is seen. */
  function fellBack(remote: string, { version: wanted }: ReleaseReference, { version: shown }: ReleaseReference): void {
    if (wanted === preview.releaseOf(remote)?.version) preview.leave();
    parts.report({ type: 'fell-back', remote, wanted, shown });
  }

  /** Whoever looks at a remote before it is put back to use sees it also while it is switched off. */
  const isSwitchedOff = (name: string, remote: RemotePointer): remote is RemotePointer & { disabled: object } =>
    remote.disabled !== null && preview.releaseOf(name) === undefined;

  /** The first release of the chain that works, or why none does. Stops at the one on screen, which needs no load: then undefined. */
  async function loadFromChain(slot: RemoteSlot, onScreen?: string): Promise<RemoteState | undefined> {
    const { name } = slot;
    const remote = remoteOf(name);
    if (remote === undefined) return notNamed(name);
    if (isSwitchedOff(name, remote)) return { kind: 'disabled', message: remote.disabled.message };
    const [wanted] = candidates(name, remote);
    for (const release of chainOf(slot)) {
      if (release.version === onScreen) return undefined;
      let result = await loadRelease(parts, name, release);
      if (!result.ok && result.problem.kind === 'network') result = await loadRelease(parts, name, release);
      if (result.ok) {
        parts.report({ type: 'loaded', remote: name, version: release.version });
        if (release.version !== wanted.version) fellBack(name, wanted, release);
        return { kind: 'ready', release, module: result.value };
      }
      giveUp(slot, result.problem);
    }
    return {
      kind: 'failed',
      failure: failureToShow(slot) ?? {
        kind: 'incompatible',
        remote: name,
        version: wanted.version,
        detail: `needs contract ${wanted.contract}`,
      },
    };
  }

  async function loadAnew(slot: RemoteSlot): Promise<void> {
    slot.show({ kind: 'loading' });
    const problem = pointer === undefined ? await pointers.read() : undefined;
    const next =
      problem === undefined
        ? await loadFromChain(slot)
        : ({ kind: 'failed', failure: { kind: 'manifest', remote: slot.name, version: undefined, detail: problem } } as const);
    if (next !== undefined) slot.show(next);
  }

  function retry(slot: RemoteSlot, isForgiven: (failure: RemoteFailure) => boolean): Promise<void> {
    return slot.enqueue(async () => {
      for (const [version, failure] of slot.quarantine) if (isForgiven(failure)) slot.quarantine.delete(version);
      await pointers.read();
      await loadAnew(slot);
    });
  }

  /** Brings a remote that is on screen, failed or switched off to what this page should show. `moment`: when, in place of what the pointer says. */
  async function follow(slot: RemoteSlot, moment?: 'now' | 'next-safe'): Promise<void> {
    const { name, state } = slot;
    const shown = state.value;
    const remote = remoteOf(name);
    if (shown.kind === 'idle' || shown.kind === 'loading') return;
    if (remote === undefined) {
      const isLeftOver = preview.shown.value?.remote === name;
      if (isLeftOver && (slot.waiting === undefined || moment !== undefined))
        slot.showWhenFree(notNamed(name), moment ?? 'next-safe');
      return;
    }
    if (isSwitchedOff(name, remote)) {
      return slot.showWhenFree({ kind: 'disabled', message: remote.disabled.message }, 'now');
    }
    const wanted = chainOf(slot)[0];
    if (shown.kind !== 'ready') {
      const next = shown.kind === 'failed' && wanted === undefined ? undefined : await loadFromChain(slot);
      return next === undefined ? undefined : slot.show(next);
    }
    if (wanted === undefined || shown.release.version === wanted.version) return slot.keep();
    const apply = moment ?? applyRule(remote, shown.release, wanted);
    if (apply === 'next-boot') return slot.keep();
    const { waiting } = slot;
    if (waiting?.kind === 'ready' && waiting.release.version === wanted.version) return slot.showWhenFree(waiting, apply);
    slot.keep();
    const next = await loadFromChain(slot, shown.release.version);
    if (next?.kind === 'ready') slot.showWhenFree(next, apply);
  }

  function followSoon(name: string, moment?: 'now' | 'next-safe'): void {
    const slot = slotOf(name);
    void slot.enqueue(async () => {
      await follow(slot, moment);
      settlePreview(slot);
    });
  }

  /** The banner of a preview that is over goes when its release does. */
  function settlePreview(slot: RemoteSlot): void {
    const previewed = preview.shown.value;
    if (previewed?.remote !== slot.name) return;
    const { value } = slot.state;
    const isOnScreen = value.kind === 'ready' && value.release.version === previewed.release.version;
    if (!isOnScreen || chainOf(slot)[0]?.version === previewed.release.version) preview.hasLeftScreen();
  }

  /** Loads the release anew, so that what it could not get is asked for again: once within a minute, and only if it is still named. */
  async function recover(slot: RemoteSlot, shown: ReadyRemote, detail: string): Promise<void> {
    if (slot.state.value !== shown) return;
    await pointers.read();
    const { release } = shown;
    let failure: RemoteFailure = { kind: 'chunk', remote: slot.name, version: release.version, detail };
    if (!slot.chunkFailedAgain(release.version) && chainOf(slot).some(({ version }) => version === release.version)) {
      const again = await loadRelease(parts, slot.name, release);
      if (again.ok) return slot.showWhenFree({ kind: 'ready', release, module: again.value }, 'now');
      failure = again.problem;
    }
    giveUp(slot, failure);
    const next = await loadFromChain(slot);
    if (next !== undefined) slot.showWhenFree(next, 'now');
  }

  return {
    state: (name) => slotOf(name).state,
    pages,
    running,
    preview: preview.shown,
    leavePreview() {
      const left = preview.leave();
      if (left !== undefined) followSoon(left.remote, 'now');
    },
    load(name) {
      const slot = slotOf(name);
      return slot.enqueue(async () => (slot.state.value.kind === 'idle' ? loadAnew(slot) : undefined));
    },
    retry: (name) => retry(slotOf(name), mayBeRetried),
    async warm(name) {
      const slot = slotOf(name);
      if (slot.state.value.kind !== 'idle') return;
      if (pointer === undefined) await pointers.read();
      const release = chainOf(slot)[0];
      if (release !== undefined)
        parts.prefetch([{ href: release.entry, integrity: release.integrity }, ...(release.preload ?? [])]);
    },
    async keep(name) {
      if (pointer === undefined) await pointers.read();
      const release = chainOf(slotOf(name))[0];
      if (release !== undefined) await parts.keep(release);
    },
    mounted: (name, handle) => slotOf(name).mounted(handle),
    isFree: () => [...slots.values()].every((slot) => slot.isFree()),
    crashed(name, release, detail, isFatal) {
      const slot = slotOf(name);
      const { version } = release;
      if (!isShown(slot, version) || slot.quarantine.has(version)) return true;
      if (!slot.crashedAgain(version) && !isFatal) return false;
      giveUp(slot, { kind: 'crash', remote: name, version, detail });
      void slot.enqueue(async () => {
        const next = isShown(slot, version) ? await loadFromChain(slot) : undefined;
        if (next !== undefined) slot.show(next);
      });
      return true;
    },
    chunkFailed(name, shown, detail) {
      const slot = slotOf(name);
      if (recovering.has(shown)) return;
      recovering.add(shown);
      void slot.enqueue(() => recover(slot, shown, detail));
    },
    pointerAnnounced({ channel, serial }) {
      if (channel === parts.channel) pointers.announced(serial);
    },
    start() {
      void pointers.read();
      const stopWatching = pointers.start();
      const stopListening = parts.onPageChange(() => {
        const isHidden = parts.isPageHidden();
        for (const slot of slots.values()) {
          const { value } = slot.state;
          if (isHidden) slot.pageHidden();
          else if (value.kind === 'failed' && [value.failure, ...slot.quarantine.values()].some(mayPassByItself))
            void retry(slot, mayPassByItself);
        }
        if (!isHidden) void pointers.read();
      });
      return () => {
        stopWatching();
        stopListening();
        preview.stop();
        for (const slot of slots.values()) slot.keep();
      };
    },
  };
}

async function namesInCanary(
  { remotes }: ReleasePointer,
  isIn: (canary: Canary) => Promise<boolean>,
): Promise<ReadonlySet<string>> {
  const answers = await Promise.all(
    Object.entries(remotes).map(async ([name, { canary }]) => (canary !== null && (await isIn(canary)) ? [name] : [])),
  );
  return new Set(answers.flat());
}

const notNamed = (remote: string): RemoteState => ({
  kind: 'failed',
  failure: { kind: 'manifest', remote, version: undefined, detail: 'the pointer does not name it' },
});

const isShown = ({ state }: RemoteSlot, version: string): boolean =>
  state.value.kind === 'ready' && state.value.release.version === version;

/** The failure that says most to the person: one that may pass with another try, else the last. */
function failureToShow({ quarantine }: RemoteSlot): RemoteFailure | undefined {
  const failures = [...quarantine.values()];
  return failures.filter(mayBeRetried).at(-1) ?? failures.at(-1);
}
