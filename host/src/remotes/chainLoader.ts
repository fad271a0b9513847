/** Loads what a slot should show: walks the chain until a release works, and gives up those that do not. */
import type { ReleaseReference } from '@tessera/shared/federation';
import type { Preview } from './createPreview';
import { loadRelease, type LoadReleaseDeps } from './loadRelease';
import type { ReleasePlan } from './releasePlan';
import type { RemoteEvent } from './RemoteEvent';
import { mayBeRetried, type RemoteFailure } from './RemoteFailure';
import type { RemoteSlot } from './RemoteSlot';
import type { RemoteState } from './RemoteState';

export interface ChainLoaderDeps extends LoadReleaseDeps {
  readonly plan: ReleasePlan;
  readonly preview: Preview;
  report(event: RemoteEvent): void;
}

export interface ChainLoader {
  /** The first release of the chain that works, or why none does. Stops at the one on screen, which needs no load: then undefined. */
  load(slot: RemoteSlot, onScreen?: string): Promise<RemoteState | undefined>;
  /** The same release once more, so that what it could not get is asked for again. */
  loadAgain(slot: RemoteSlot, release: ReleaseReference): ReturnType<typeof loadRelease>;
  /** The version is tried no more in this session. */
  giveUp(slot: RemoteSlot, failure: RemoteFailure): void;
}

export function createChainLoader(parts: ChainLoaderDeps): ChainLoader {
  const { plan, preview, report } = parts;

  function giveUp({ quarantine }: RemoteSlot, failure: RemoteFailure): void {
    if (failure.version !== undefined) quarantine.set(failure.version, failure);
    report({ type: 'failed', failure });
  }

  /** A preview ends when another release takes its place; where none does, it stays and its failure is what is seen. */
  function fellBack(remote: string, { version: wanted }: ReleaseReference, { version: shown }: ReleaseReference): void {
    if (wanted === preview.releaseOf(remote)?.version) preview.leave();
    report({ type: 'fell-back', remote, wanted, shown });
  }

  async function loadOne(name: string, release: ReleaseReference): ReturnType<typeof loadRelease> {
    const result = await loadRelease(parts, name, release);
    return !result.ok && result.problem.kind === 'network' ? loadRelease(parts, name, release) : result;
  }

  return {
    giveUp,
    loadAgain: ({ name }, release) => loadRelease(parts, name, release),
    async load(slot, onScreen) {
      const { name } = slot;
      const remote = plan.remoteOf(name);
      if (remote === undefined) return notNamed(name);
      if (plan.isSwitchedOff(name, remote)) return { kind: 'disabled', message: remote.disabled.message };
      const wanted = plan.wanted(name, remote);
      for (const release of plan.chainOf(slot)) {
        if (release.version === onScreen) return undefined;
        const result = await loadOne(name, release);
        if (result.ok) {
          report({ type: 'loaded', remote: name, version: release.version });
          if (release.version !== wanted.version) fellBack(name, wanted, release);
          return { kind: 'ready', release, module: result.value };
        }
        giveUp(slot, result.problem);
      }
      return { kind: 'failed', failure: failureToShow(slot) ?? incompatible(name, wanted) };
    },
  };
}

export const notNamed = (remote: string): RemoteState => ({
  kind: 'failed',
  failure: { kind: 'manifest', remote, version: undefined, detail: 'the pointer does not name it' },
});

const incompatible = (remote: string, { version, contract }: ReleaseReference): RemoteFailure => ({
  kind: 'incompatible',
  remote,
  version,
  detail: `needs contract ${contract}`,
});

/** The failure that says most to the person: one that may pass with another try, else the last. */
function failureToShow({ quarantine }: RemoteSlot): RemoteFailure | undefined {
  const failures = [...quarantine.values()];
  return failures.filter(mayBeRetried).at(-1) ?? failures.at(-1);
}
