/**
 * Why a remote could not be shown, as a closed set. Network, http, chunk and timeout may pass on their own, so the person
 * may ask again; the other kinds mean that this release is wrong, and asking again would only fail again.
 */
export type RemoteFailureKind =
  | 'manifest' | 'network' | 'http' | 'chunk' | 'timeout' | 'integrity' | 'evaluation' | 'invalid-module' | 'incompatible' | 'crash';

export interface RemoteFailure {
  readonly kind: RemoteFailureKind;
  readonly remote: string;
  /** undefined when no release could be chosen at all. */
  readonly version: string | undefined;
  /** For reports and logs, never for people. */
  readonly detail: string;
}

const passing: ReadonlySet<RemoteFailureKind> = new Set(['manifest', 'network', 'http', 'chunk', 'timeout']);
export const mayBeRetried = (failure: RemoteFailure): boolean => passing.has(failure.kind);

/** What a person reads out to support: "market · http · 0.1.0+c992a951". */
export const supportCodeOf = ({ remote, kind, version }: RemoteFailure): string => [remote, kind, ...(version === undefined ? [] : [version])].join(' · ');
