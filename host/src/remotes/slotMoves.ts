/** What changes a slot: it is opened, asked again, the pointer moved, a part of its release is missing, it crashed. Within the slot's queue. */
import type { ReleaseReference } from '@tessera/shared/federation';
import { applyRule } from './applyRule';
import { notNamed, type ChainLoader } from './chainLoader';
import type { Preview } from './createPreview';
import type { PointerProblem } from './pointerSource';
import type { ReleasePlan } from './releasePlan';
import type { RemoteFailure } from './RemoteFailure';
import type { RemoteSlot } from './RemoteSlot';
import type { ReadyRemote } from './RemoteState';

export interface SlotMovesDeps {
  readonly plan: ReleasePlan;
  readonly preview: Preview;
  readonly loader: ChainLoader;
  /** Reads the pointer again; answers why there is none at all, if so. */
  readPointer(): Promise<PointerProblem | undefined>;
}

export interface SlotMoves {
  /** From the chain's first release on. */
  begin(slot: RemoteSlot): Promise<void>;
  /** The same after a failure, with the pointer read again. `isForgiven`: which failures are forgotten. */
  retry(slot: RemoteSlot, isForgiven: (failure: RemoteFailure) => boolean): Promise<void>;
  /** Answers whether the release is given up. */
  crashed(slot: RemoteSlot, release: ReleaseReference, detail: string, isFatal: boolean): boolean;
  /** Brings a remote that is on screen, failed or switched off to what this page should show. `moment`: when, in place of what the pointer says. */
  follow(slot: RemoteSlot, moment?: 'now' | 'next-safe'): Promise<void>;
  /** Loads the release again, so that what it could not get is asked for again: once within a minute, and only if it is still named. */
  recover(slot: RemoteSlot, shown: ReadyRemote, detail: string): Promise<void>;
}

export function createSlotMoves({ plan, preview, loader, readPointer }: SlotMovesDeps): SlotMoves {
  /** What no pointer names any more leaves the screen when its preview is over. */
  function followUnnamed(slot: RemoteSlot, moment?: 'now' | 'next-safe'): void {
    const isLeftOver = preview.shown.value?.remote === slot.name;
    if (isLeftOver && (slot.waiting === undefined || moment !== undefined))
      slot.showWhenFree(notNamed(slot.name), moment ?? 'next-safe');
  }

  async function begin(slot: RemoteSlot): Promise<void> {
    slot.show({ kind: 'loading' });
    const problem = plan.pointer === undefined ? await readPointer() : undefined;
    const next =
      problem === undefined
        ? await loader.load(slot)
        : ({ kind: 'failed', failure: { kind: 'manifest', remote: slot.name, version: undefined, detail: problem } } as const);
    if (next !== undefined) slot.show(next);
  }

  return {
    begin,
    retry: (slot, isForgiven) =>
      slot.enqueue(async () => {
        for (const [version, failure] of slot.quarantine) if (isForgiven(failure)) slot.quarantine.delete(version);
        await readPointer();
        await begin(slot);
      }),

    crashed(slot, { version }, detail, isFatal) {
      if (!isShown(slot, version) || slot.quarantine.has(version)) return true;
      if (!slot.crashedAgain(version) && !isFatal) return false;
      loader.giveUp(slot, { kind: 'crash', remote: slot.name, version, detail });
      void slot.enqueue(async () => {
        const next = isShown(slot, version) ? await loader.load(slot) : undefined;
        if (next !== undefined) slot.show(next);
      });
      return true;
    },

    async follow(slot, moment) {
      const { name, state } = slot;
      const shown = state.value;
      const remote = plan.remoteOf(name);
      if (shown.kind === 'idle' || shown.kind === 'loading') return;
      if (remote === undefined) return followUnnamed(slot, moment);
      if (plan.isSwitchedOff(name, remote)) {
        return slot.showWhenFree({ kind: 'disabled', message: remote.disabled.message }, 'now');
      }
      const wanted = plan.chainOf(slot)[0];
      if (shown.kind !== 'ready') {
        const next = shown.kind === 'failed' && wanted === undefined ? undefined : await loader.load(slot);
        return next === undefined ? undefined : slot.show(next);
      }
      if (wanted === undefined || shown.release.version === wanted.version) return slot.keep();
      const apply = moment ?? applyRule(remote, wanted);
      const { waiting } = slot;
      if (waiting?.kind === 'ready' && waiting.release.version === wanted.version) return slot.showWhenFree(waiting, apply);
      slot.keep();
      const next = await loader.load(slot, shown.release.version);
      if (next?.kind === 'ready') slot.showWhenFree(next, apply);
    },

    async recover(slot, shown, detail) {
      if (slot.state.value !== shown) return;
      await readPointer();
      const { release } = shown;
      let failure: RemoteFailure = { kind: 'chunk', remote: slot.name, version: release.version, detail };
      if (!slot.chunkFailedAgain(release.version) && plan.chainOf(slot).some(({ version }) => version === release.version)) {
        const again = await loader.loadAgain(slot, release);
        if (again.ok) return slot.showWhenFree({ kind: 'ready', release, module: again.value }, 'now');
        failure = again.problem;
      }
      loader.giveUp(slot, failure);
      const next = await loader.load(slot);
      if (next !== undefined) slot.showWhenFree(next, 'now');
    },
  };
}

const isShown = ({ state }: RemoteSlot, version: string): boolean =>
  state.value.kind === 'ready' && state.value.release.version === version;
