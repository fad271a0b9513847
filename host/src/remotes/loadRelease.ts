/**
 * Loads one release within the time limit and says what went wrong in the words of RemoteFailure. The runtime reports every
 * failed script alike; the address's HTTP status tells a missing file from one that came and was refused for its integrity.
 */
import { refuse, succeed, type Result } from '@tessera/shared/errors';
import { isChunkFault, satisfiesContract, type ReleaseReference, type RemoteModule } from '@tessera/shared/federation';
import type { FederationRuntime } from './FederationRuntime';
import { TimeLimitReached, withinTime, type RemoteClock } from './RemoteClock';
import type { RemoteFailure, RemoteFailureKind } from './RemoteFailure';

/** The whole of entry and first chunk. */
const loadTimeMs = 6000;

export interface LoadReleaseDeps {
  readonly runtime: FederationRuntime;
  readonly clock: RemoteClock;
  readonly contractVersion: string;
  /** The HTTP status of the last request to this address: 0 when it never answered, undefined when unknown. */
  statusOf(address: string): number | undefined;
}

export async function loadRelease(
  parts: LoadReleaseDeps,
  remote: string,
  release: ReleaseReference,
): Promise<Result<RemoteModule, RemoteFailure>> {
  const failed = (kind: RemoteFailureKind, detail: string): Result<RemoteModule, RemoteFailure> =>
    refuse({ kind, remote, version: release.version, detail });
  let loaded: unknown;
  try {
    loaded = await withinTime(parts.clock, loadTimeMs, `${remote} ${release.version}`, parts.runtime.load(release));
  } catch (error) {
    return failed(kindOf(error, release, parts), error instanceof Error ? error.message : String(error));
  }
  if (!isRemoteModule(loaded)) return failed('invalid-module', `exposes ${describe(loaded)} instead of contract and mount`);
  if (!satisfiesContract(parts.contractVersion, loaded.contract)) {
    return failed('incompatible', `needs contract ${loaded.contract}, the host speaks ${parts.contractVersion}`);
  }
  return succeed(loaded);
}

function kindOf(error: unknown, release: ReleaseReference, parts: LoadReleaseDeps): RemoteFailureKind {
  if (error instanceof TimeLimitReached) return 'timeout';
  if (isChunkFault(error)) return 'chunk';
  const message = error instanceof Error ? error.message : String(error);
  if (/timed out/.test(message)) return 'timeout';
  if (/ScriptNetworkError/.test(message)) return kindOfStatus(parts.statusOf(release.entry));
  return 'evaluation';
}

function kindOfStatus(status: number | undefined): RemoteFailureKind {
  if (status === undefined || status === 0) return 'network';
  return status >= 400 ? 'http' : 'integrity';
}

function isRemoteModule(value: unknown): value is RemoteModule {
  if (typeof value !== 'object' || value === null) return false;
  const { contract, mount } = value as Partial<Record<keyof RemoteModule, unknown>>;
  return typeof contract === 'string' && typeof mount === 'function';
}

const describe = (value: unknown): string =>
  typeof value === 'object' && value !== null ? `{ ${Object.keys(value).join(', ')} }` : String(value);
