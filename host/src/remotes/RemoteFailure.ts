/**
 * Why a remote could not be shown, as a closed set. Network, http, chunk and timeout may pass on their own. The other kinds
 * mean that this release is wrong, and asking again would only fail again; but for a crash, which may be one page's.
 */
export type RemoteFailureKind =
  | 'manifest'
  | 'network'
  | 'http'
  | 'chunk'
  | 'timeout'
  | 'integrity'
  | 'evaluation'
  | 'invalid-module'
  | 'incompatible'
  | 'crash';

export interface RemoteFailure {
  readonly kind: RemoteFailureKind;
  readonly remote: string;
  /** undefined when no release could be chosen at all. */
  readonly version: string | undefined;
  /** For reports and logs, never for people. */
  readonly detail: string;
}

const passing: ReadonlySet<RemoteFailureKind> = new Set(['manifest', 'network', 'http', 'chunk', 'timeout']);
/** Worth another try without anybody asking: when the page is seen again, say. */
export const mayPassByItself = (failure: RemoteFailure): boolean => passing.has(failure.kind);
/** Worth another try when the person asks. A crash may have been this one page's. */
export const mayBeRetried = (failure: RemoteFailure): boolean => failure.kind === 'crash' || mayPassByItself(failure);

/** What a person reads out to support: "market · http · 0.1.0+c992a951". */
export const supportCodeOf = ({ remote, kind, version }: RemoteFailure): string =>
  [remote, kind, ...(version === undefined ? [] : [version])].join(' · ');
