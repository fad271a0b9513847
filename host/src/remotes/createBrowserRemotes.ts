/** The loader on a real page: the pointer beside the host, keys from index.html, the federation runtime, the browser's events. */
import { invariant } from '@tessera/shared/errors';
import { contractVersion } from '@tessera/shared/federation';
import { createRemotes, type RemoteEvent, type Remotes } from './createRemotes';
import { createFederationRuntime } from './FederationRuntime';
import { createPointerSource, type PointerProblem, type PointerStorage } from './pointerSource';
import './provideSharedModules';
import { browserRemoteClock } from './RemoteClock';
import { signatureCheck } from './verifySignature';

const pointerUrl = '/pointer/prod.json';

export interface BrowserRemotesParts {
  readonly storage: PointerStorage;
  report(event: RemoteEvent | { readonly type: 'pointer-refused'; readonly problem: PointerProblem }): void;
}

export function createBrowserRemotes({ storage, report }: BrowserRemotesParts): Remotes {
  const clock = browserRemoteClock;
  const ask = window.fetch.bind(window);
  return createRemotes({
    clock,
    contractVersion,
    runtime: createFederationRuntime(),
    pointers: createPointerSource({
      url: pointerUrl,
      channel: 'prod',
      fetch: ask,
      storage,
      clock,
      isSigned: signatureCheck(trustedKeys(), crypto.subtle),
      onRefused: (problem) => report({ type: 'pointer-refused', problem }),
    }),
    report,
    statusOf: (address) => {
      const entries = performance.getEntriesByName(new URL(address, document.baseURI).href, 'resource') as PerformanceResourceTiming[];
      return entries.at(-1)?.responseStatus;
    },
    prefetch(files) {
      if (isSavingData()) return;
      for (const { href, integrity } of files) ask(href, { integrity, mode: 'cors', credentials: 'same-origin', priority: 'low' }).catch(() => undefined);
    },
    isPageHidden: () => document.visibilityState === 'hidden',
    onPageChange(listener) {
      document.addEventListener('visibilitychange', listener);
      window.addEventListener('online', listener);
      return () => {
        document.removeEventListener('visibilitychange', listener);
        window.removeEventListener('online', listener);
      };
    },
  });
}

/** Written into index.html when the host is published: they belong to the installation, not to the build. */
function trustedKeys(): readonly string[] {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="tessera-trusted-keys"]');
  invariant(meta !== null && meta.content !== '', 'index.html must name the trusted keys');
  return meta.content.split(' ');
}

const isSavingData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
