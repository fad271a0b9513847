/**
 * Which releases this page should show, by the pointer in force, by who the page was started for and by its preview. Who is in a
 * canary is decided once per pointer, for the person or browser that the page was started for.
 */
import type { Canary, ReleasePointer, ReleaseReference, RemotePointer } from '@tessera/shared/federation';
import type { Preview } from './createPreview';
import { candidatesOf, releaseChain } from './releaseChain';
import type { RemoteSlot } from './RemoteSlot';

export interface ReleasePlanDeps {
  readonly contractVersion: string;
  readonly preview: Preview;
  /** Is this page in the canary? Answers for the same person or browser as long as the page lives. */
  isInCanary(canary: Canary): Promise<boolean>;
}

export interface ReleasePlan {
  /** undefined before the first pointer. */
  readonly pointer: ReleasePointer | undefined;
  /** The pointer is in force when the answer resolves. */
  take(pointer: ReleasePointer): Promise<void>;
  /** undefined: neither pointer nor preview names it. */
  remoteOf(name: string): RemotePointer | undefined;
  /** What the page should show, before anything has failed. */
  wanted(name: string, remote: RemotePointer): ReleaseReference;
  /** What is tried, in order. */
  chainOf(slot: RemoteSlot): readonly ReleaseReference[];
  /** Anyone who looks at a remote before it is put back to use sees it also while it is switched off. */
  isSwitchedOff(name: string, remote: RemotePointer): remote is RemotePointer & { disabled: object };
}

export function createReleasePlan({ contractVersion, preview, isInCanary }: ReleasePlanDeps): ReleasePlan {
  let pointer: ReleasePointer | undefined;
  let inCanary: ReadonlySet<string> = new Set();

  const remoteOf = (name: string): RemotePointer | undefined => pointer && preview.addedTo(pointer).remotes[name];
  const candidates = (name: string, remote: RemotePointer) =>
    candidatesOf(remote, { preview: preview.releaseOf(name), isInCanary: inCanary.has(name) });

  return {
    get pointer() {
      return pointer;
    },
    async take(next) {
      const picked = await namesInCanary(next, isInCanary);
      await preview.begin();
      pointer = next;
      inCanary = picked;
    },
    remoteOf,
    wanted: (name, remote) => candidates(name, remote)[0],
    chainOf({ name, quarantine }) {
      const remote = remoteOf(name);
      if (remote === undefined) return [];
      return releaseChain(candidates(name, remote), {
        contractVersion,
        isQuarantined: (version) => quarantine.has(version),
      });
    },
    isSwitchedOff: (name, remote): remote is RemotePointer & { disabled: object } =>
      remote.disabled !== null && preview.releaseOf(name) === undefined,
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
