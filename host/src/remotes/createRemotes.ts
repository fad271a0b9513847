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
import type { ReleaseReference } from '@tessera/shared/federation';
import type { ForeignPages } from '../routes/routeFor';
import { createChainLoader } from './chainLoader';
import { createPreview, type PreviewDeps } from './createPreview';
import type { LoadReleaseDeps } from './loadRelease';
import { pointerPages } from './pointerPages';
import type { PointerSource } from './pointerSource';
import { createReleasePlan, type ReleasePlanDeps } from './releasePlan';
import type { RemoteClock } from './RemoteClock';
import type { RemoteEvent } from './RemoteEvent';
import { mayBeRetried, mayPassByItself } from './RemoteFailure';
import type { Remotes } from './Remotes';
import type { RemoteSlot } from './RemoteSlot';
import { createRemoteSlots } from './createRemoteSlots';
import type { ReadyRemote } from './RemoteState';
import { createSlotMoves } from './slotMoves';
import { watchPointer } from './watchPointer';

export interface RemotesDeps extends LoadReleaseDeps, Pick<ReleasePlanDeps, 'isInCanary'> {
  readonly clock: RemoteClock;
  readonly channel: string;
  readonly pointers: PointerSource;
  readonly preview: Omit<PreviewDeps, 'clock' | 'onExpired'>;
  report(event: RemoteEvent): void;
  /** Asks the browser for these files ahead of need; best effort. */
  prefetch(files: readonly { readonly href: string; readonly integrity: string }[]): void;
  /** Fetches the rest of a release ahead of need; best effort. */
  keep(release: ReleaseReference): Promise<void>;
  isPageHidden(): boolean;
  /** Calls back when the page is shown again, hidden, or back on line; answers how to stop. */
  onPageChange(listener: () => void): () => void;
}

export function createRemotes(parts: RemotesDeps): Remotes {
  const pages = new BehaviorSubject<ForeignPages | undefined>(undefined);
  const recovering = new WeakSet<ReadyRemote>();

  const preview = createPreview({
    ...parts.preview,
    clock: parts.clock,
    onExpired: ({ remote }) => followSoon(remote, 'next-safe'),
  });
  const plan = createReleasePlan({ ...parts, preview });
  const loader = createChainLoader({ ...parts, plan, preview });
  const slots = createRemoteSlots({
    ...parts,
    serial: () => plan.pointer?.serial ?? null,
    onShown: settlePreview,
  });
  preview.shown.subscribe(tellPages);

  const pointers = watchPointer({
    pointers: parts.pointers,
    clock: parts.clock,
    isPageHidden: parts.isPageHidden,
    async onAccepted(next) {
      await plan.take(next);
      tellPages();
      slots.pointerChanged();
      for (const { name } of slots.all()) followSoon(name);
    },
    onMissing: () => pages.next({}),
  });
  const moves = createSlotMoves({ plan, preview, loader, readPointer: pointers.read });

  function tellPages(): void {
    if (plan.pointer !== undefined) pages.next(pointerPages(plan.pointer, preview.shown.value));
  }

  function followSoon(name: string, moment?: 'now' | 'next-safe'): void {
    const slot = slots.of(name);
    void slot.enqueue(async () => {
      await moves.follow(slot, moment);
      settlePreview(slot);
    });
  }

  /** The banner of a preview that is over goes when its release does. */
  function settlePreview(slot: RemoteSlot): void {
    const previewed = preview.shown.value;
    if (previewed?.remote !== slot.name) return;
    const { value } = slot.state;
    const isOnScreen = value.kind === 'ready' && value.release.version === previewed.release.version;
    if (!isOnScreen || plan.chainOf(slot)[0]?.version === previewed.release.version) preview.hasLeftScreen();
  }

  return {
    state: (name) => slots.of(name).state,
    pages,
    running: slots.running,
    preview: preview.shown,
    leavePreview() {
      const left = preview.leave();
      if (left !== undefined) followSoon(left.remote, 'now');
    },
    load(name) {
      const slot = slots.of(name);
      return slot.enqueue(async () => (slot.state.value.kind === 'idle' ? moves.begin(slot) : undefined));
    },
    retry: (name) => moves.retry(slots.of(name), mayBeRetried),
    async warm(name) {
      const slot = slots.of(name);
      if (slot.state.value.kind !== 'idle') return;
      if (plan.pointer === undefined) await pointers.read();
      const release = plan.chainOf(slot)[0];
      if (release !== undefined)
        parts.prefetch([{ href: release.entry, integrity: release.integrity }, ...(release.preload ?? [])]);
    },
    async keep(name) {
      if (plan.pointer === undefined) await pointers.read();
      const release = plan.chainOf(slots.of(name))[0];
      if (release !== undefined) await parts.keep(release);
    },
    mounted: (name, handle) => slots.of(name).mounted(handle),
    isFree: () => slots.all().every((slot) => slot.isFree()),
    crashed: (name, release, detail, isFatal) => moves.crashed(slots.of(name), release, detail, isFatal),
    chunkFailed(name, shown, detail) {
      const slot = slots.of(name);
      if (recovering.has(shown)) return;
      recovering.add(shown);
      void slot.enqueue(() => moves.recover(slot, shown, detail));
    },
    pointerAnnounced({ channel, serial }) {
      if (channel === parts.channel) pointers.announced(serial);
    },
    start() {
      void pointers.read();
      const stopWatching = pointers.start();
      const stopListening = parts.onPageChange(() => {
        const isHidden = parts.isPageHidden();
        for (const slot of slots.all()) {
          const { value } = slot.state;
          if (isHidden) slot.pageHidden();
          else if (value.kind === 'failed' && [value.failure, ...slot.quarantine.values()].some(mayPassByItself))
            void moves.retry(slot, mayPassByItself);
        }
        if (!isHidden) void pointers.read();
      });
      return () => {
        stopWatching();
        stopListening();
        preview.stop();
        for (const slot of slots.all()) slot.keep();
      };
    },
  };
}
