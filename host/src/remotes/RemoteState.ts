import type { ReleaseReference, RemoteModule } from '@tessera/shared/federation';
import type { RemoteFailure } from './RemoteFailure';

export interface ReadyRemote {
  readonly kind: 'ready';
  readonly release: ReleaseReference;
  readonly module: RemoteModule;
}

/** What the host knows of one remote. A new `ready` with another release asks the outlet to swap. */
export type RemoteState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading' }
  | ReadyRemote
  /** Switched off on purpose; the message per language comes from the signed pointer. */
  | { readonly kind: 'disabled'; readonly message: Readonly<Record<string, string>> }
  | { readonly kind: 'failed'; readonly failure: RemoteFailure };
