/** Releases and pointers for tests of what lies below the verbs. */
import type { ReleaseManifest, ReleasePointer, ReleaseReference, RemotePointer } from '@tessera/shared/federation';
import { integrityOf } from '../integrity';

export interface Release {
  readonly manifest: ReleaseManifest;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

interface ReleaseChange {
  readonly source?: string;
  readonly builtAtMs?: number;
  readonly provenAtMs?: number | null;
}

export function aRelease(
  remote: string,
  version: string,
  { source = `window.${remote} = '${version}';`, builtAtMs = 1_700_000_000_000, provenAtMs }: ReleaseChange = {},
): Release {
  const files = new Map([
    ['app.js', Buffer.from(`/* page of ${version} */`)],
    ['remoteEntry.js', Buffer.from(source)],
  ]);
  return {
    files,
    manifest: {
      schema: 1,
      remote,
      version,
      builtAtMs,
      bundler: 'test',
      entry: 'remoteEntry.js',
      type: 'global',
      global: `${remote}_${version.split('+')[1]}`,
      contract: '^1.0',
      preload: ['app.js'],
      files: Object.fromEntries(
        [...files].map(([path, bytes]) => [path, { integrity: integrityOf(bytes), bytes: bytes.length }]),
      ),
      ...(provenAtMs === undefined ? {} : { provenAtMs }),
    },
  };
}

export const aReference = (remote: string, version: string): ReleaseReference => ({
  version,
  entry: `/r/${remote}/${version}/remoteEntry.js`,
  type: 'global',
  global: `${remote}_${version.split('+')[1]}`,
  integrity: integrityOf(Buffer.from(version)),
  contract: '^1.0',
});

export const aRemotePointer = (remote: string, stable: string, change: Partial<RemotePointer> = {}): RemotePointer => ({
  stable: aReference(remote, stable),
  previous: null,
  canary: null,
  apply: 'next-safe',
  disabled: null,
  lock: null,
  ...change,
});

export const aPointer = (serial: number, change: Partial<ReleasePointer> = {}): ReleasePointer => ({
  schema: 1,
  channel: 'prod',
  serial,
  issuedAtMs: 1_700_000_000_000 + serial,
  by: 'ada',
  reason: `change ${serial}`,
  remotes: {},
  ...change,
});
