/** The steps that promote and rollback share: a verified release becomes a reference, and the pointer's next serial names it. */
import {
  contractVersion, satisfiesContract, type ReleaseManifest, type ReleasePointer, type ReleaseReference, type RemotePointer,
} from '@tessera/shared/federation';
import { invariant } from '@tessera/shared/errors';
import { liveHostContract, writeHostIndex } from './host/publishHost';
import type { ReleaseContext } from './ReleaseContext';
import { ReleaseProblem } from './ReleaseProblem';
import type { Channel } from './store/Channel';

/** Reads the release's every file again and asks whether the live host can serve it; only then is it fit to be named. */
export async function verifiedReference(context: ReleaseContext, remote: string, version: string): Promise<ReleaseReference> {
  const manifest = await context.store.verifyRelease(remote, version);
  const offered = liveHostContract(context.dataDir) ?? contractVersion;
  if (!satisfiesContract(offered, manifest.contract)) {
    throw new ReleaseProblem('refused', `${remote} ${version} needs contract ${manifest.contract}, but the live host speaks ${offered}`);
  }
  return toReference(manifest);
}

function toReference(manifest: ReleaseManifest): ReleaseReference {
  const base = `/r/${manifest.remote}/${manifest.version}`;
  const integrity = (path: string): string => {
    const file = manifest.files[path];
    invariant(file !== undefined, `${base}/release.json must list ${path}`);
    return file.integrity;
  };
  return {
    version: manifest.version,
    entry: `${base}/${manifest.entry}`,
    type: manifest.type,
    global: manifest.global,
    integrity: integrity(manifest.entry),
    contract: manifest.contract,
    preload: manifest.preload.map((path) => ({ href: `${base}/${path}`, integrity: integrity(path) })),
  };
}

export interface PointerChangeRequest {
  readonly channel: Channel;
  readonly remote: string;
  readonly reason: string;
  readonly change: (before: RemotePointer | undefined) => RemotePointer;
}

/** Switches the pointer to its next serial. Fails with a conflict when it moved since it was read here. */
export async function changePointer(context: ReleaseContext, request: PointerChangeRequest): Promise<ReleasePointer> {
  const before = await context.store.readPointer(request.channel);
  const next: ReleasePointer = {
    schema: 1,
    channel: request.channel,
    serial: (before?.serial ?? 0) + 1,
    issuedAtMs: context.now(),
    by: context.by,
    reason: request.reason,
    remotes: { ...before?.remotes, [request.remote]: request.change(before?.remotes[request.remote]) },
  };
  await context.store.swapPointer(request.channel, next);
  await writeHostIndex(context);
  return next;
}
