/** What the loader tells of the releases on this page: to the error reports, and to the server that counts who runs what. */
import type { ReleaseEvent } from '@tessera/shared/contract';
import type { RemoteFailure } from './RemoteFailure';

export type RemoteEvent =
  | { readonly type: 'loaded'; readonly remote: string; readonly version: string }
  | { readonly type: 'failed'; readonly failure: RemoteFailure }
  /** Another release is shown than the one that this page should show. */
  | { readonly type: 'fell-back'; readonly remote: string; readonly wanted: string; readonly shown: string }
  | { readonly type: 'swapped'; readonly remote: string; readonly from: string; readonly to: string };

const detailMax = 300;

/**
 * In the server's words: a fallback is told of the version that was left, a swap of the one that came. Undefined for a
 * failure that is no release's: there was no pointer to choose one by.
 */
export function releaseEventOf(event: RemoteEvent): ReleaseEvent | undefined {
  switch (event.type) {
    case 'loaded':
      return { remote: event.remote, version: event.version, type: 'loaded' };
    case 'failed': {
      const { remote, version, kind, detail } = event.failure;
      return version === undefined ? undefined : { remote, version, type: 'failed', kind, detail: detail.slice(0, detailMax) };
    }
    case 'fell-back':
      return { remote: event.remote, version: event.wanted, type: 'fell-back', detail: `to ${event.shown}` };
    case 'swapped':
      return { remote: event.remote, version: event.to, type: 'swapped', detail: `from ${event.from}` };
  }
}
