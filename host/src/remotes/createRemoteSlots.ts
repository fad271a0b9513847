/** The slots of all remotes that this page has met, and the one list of what they show. */
import { BehaviorSubject } from '@tessera/shared/kernel';
import type { LiveValue } from '@tessera/shared/federation';
import type { RemoteClock } from './RemoteClock';
import type { RemoteEvent } from './RemoteEvent';
import type { RunningRemotes } from './Remotes';
import { createRemoteSlot, type RemoteSlot } from './RemoteSlot';
import type { RemoteState } from './RemoteState';

export interface RemoteSlotsDeps {
  readonly clock: RemoteClock;
  isPageHidden(): boolean;
  report(event: RemoteEvent): void;
  /** Of the pointer in force. */
  serial(): number | null;
  /** What the slot shows has changed. */
  onShown(slot: RemoteSlot): void;
}

export interface RemoteSlots {
  /** The slot of this remote; a new one at first. */
  of(name: string): RemoteSlot;
  all(): readonly RemoteSlot[];
  readonly running: LiveValue<RunningRemotes>;
  /** The pointer in force is another. */
  pointerChanged(): void;
}

export function createRemoteSlots(parts: RemoteSlotsDeps): RemoteSlots {
  const slots = new Map<string, RemoteSlot>();
  const running = new BehaviorSubject<RunningRemotes>({ serial: null, remotes: {} });

  function tellRunning(): void {
    const shown = [...slots].flatMap(([name, { state }]) =>
      state.value.kind === 'ready' ? [[name, state.value.release.version] as const] : [],
    );
    const next: RunningRemotes = { serial: parts.serial(), remotes: Object.fromEntries(shown) };
    if (JSON.stringify(next) !== JSON.stringify(running.value)) running.next(next);
  }

  /** A release that was given up did not swap: it fell. */
  function reportSwap({ name, state: { value: now }, quarantine }: RemoteSlot, before: RemoteState): void {
    if (before.kind !== 'ready' || now.kind !== 'ready') return;
    const [from, to] = [before.release.version, now.release.version];
    if (from !== to && !quarantine.has(from)) parts.report({ type: 'swapped', remote: name, from, to });
  }

  function open(name: string): RemoteSlot {
    const slot = createRemoteSlot(name, {
      clock: parts.clock,
      isPageHidden: parts.isPageHidden,
      onShown(_, before) {
        reportSwap(slot, before);
        tellRunning();
        parts.onShown(slot);
      },
    });
    slots.set(name, slot);
    return slot;
  }

  return {
    of: (name) => slots.get(name) ?? open(name),
    all: () => [...slots.values()],
    running,
    pointerChanged: tellRunning,
  };
}
