/** The loader on a real page: the pointer beside the host, keys from index.html, the federation runtime, the browser's events. */
import { invariant } from '@tessera/shared/errors';
import type { Language } from '@tessera/shared/contract';
import { contractVersion, isInCanary, releaseManifest } from '@tessera/shared/federation';
import type { KeptTicket } from './createPreview';
import { createRemotes } from './createRemotes';
import { filesToKeep } from './filesToKeep';
import { createFederationRuntime } from './FederationRuntime';
import { createPointerSource, type PointerProblem, type PointerStorage } from './pointerSource';
import './provideSharedModules';
import { browserRemoteClock } from './RemoteClock';
import type { RemoteEvent } from './RemoteEvent';
import type { Remotes } from './Remotes';
import { signatureCheck } from './verifySignature';

const channel = 'prod';

export interface BrowserRemotesDeps {
  readonly storage: PointerStorage;
  /** Who the page was started for, or which browser: decides about canaries as long as the page lives. */
  readonly startedFor: string;
  readonly previewTicket: KeptTicket;
  /** The person's, now. */
  language(): Language;
  /** Epoch milliseconds in the server's clock; the device's own until `isClockSet`. */
  now(): number;
  isClockSet(): boolean;
  report(event: RemoteEvent): void;
  onPointerRefused(problem: PointerProblem): void;
}

export function createBrowserRemotes({
  storage,
  startedFor,
  previewTicket,
  language,
  now,
  isClockSet,
  report,
  onPointerRefused,
}: BrowserRemotesDeps): Remotes {
  const clock = browserRemoteClock;
  const ask = window.fetch.bind(window);
  const isSigned = signatureCheck(trustedKeys(), crypto.subtle);
  return createRemotes({
    clock,
    channel,
    contractVersion,
    runtime: createFederationRuntime(),
    pointers: createPointerSource({
      url: `/pointer/${channel}.json`,
      channel,
      fetch: ask,
      storage,
      clock,
      isSigned,
      now,
      isClockSet,
      onRefused: onPointerRefused,
    }),
    preview: { ticket: previewTicket, isSigned, now },
    isInCanary: (canary) => isInCanary(canary, startedFor),
    report,
    statusOf: (address) => {
      const entries = performance.getEntriesByName(
        new URL(address, document.baseURI).href,
        'resource',
      ) as PerformanceResourceTiming[];
      return entries.at(-1)?.responseStatus;
    },
    prefetch(files) {
      if (isSavingData()) return;
      for (const { href, integrity } of files)
        ask(href, { integrity, mode: 'cors', credentials: 'same-origin', priority: 'low' }).catch(() => undefined);
    },
    async keep(release) {
      if (isSavingData()) return;
      const list = await ask(new URL('release.json', new URL(release.entry, document.baseURI)), { priority: 'low' });
      const manifest = releaseManifest.safeParse(await list.json()).data;
      // One after the other: what a person asks for meanwhile comes first.
      for (const { href, integrity } of manifest === undefined ? [] : filesToKeep(release, manifest, language()))
        await ask(href, { integrity, mode: 'cors', credentials: 'same-origin', priority: 'low' }).catch(() => undefined);
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
