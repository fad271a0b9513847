/**
 * Evidence as the shell hands it down from the first moment: what it needs of code and database is fetched when the browser is idle,
 * or when somebody asks. A browser that refuses the database keeps evidence for as long as the page is open, and `state` says so.
 */
import { BehaviorSubject } from '@tessera/shared/kernel';
import type { EvidenceDifference } from '@tessera/shared/fairness';
import type { Evidence, EvidenceState } from '@tessera/shared/federation';
import type { OpenEvidenceDeps } from './openEvidence';

interface StartEvidenceDeps extends Omit<OpenEvidenceDeps, 'state' | 'unread'> {
  readonly whenIdle: (action: () => void) => void;
}

export function startEvidence({ whenIdle, ...parts }: StartEvidenceDeps): Evidence {
  const state = new BehaviorSubject<EvidenceState>('opening');
  const unread = new BehaviorSubject<readonly EvidenceDifference[]>([]);
  let opening: Promise<Omit<Evidence, 'state' | 'unread'>> | undefined;
  const opened = (): Promise<Omit<Evidence, 'state' | 'unread'>> =>
    (opening ??= import(/* webpackChunkName: "evidence" */ './openEvidence')
      .then(({ openEvidence }) => openEvidence({ ...parts, state, unread }))
      .catch((error: unknown) => {
        // The code did not come: the next who asks tries again.
        opening = undefined;
        throw error;
      }));
  whenIdle(() => void opened().catch((error: unknown) => parts.report(error)));
  return {
    state,
    unread,
    keepReceipt: async (receipt) =>
      opened()
        .then((evidence) => evidence.keepReceipt(receipt))
        .catch((error: unknown) => parts.report(error)),
    receiptsOf: async (product, order) => (await opened()).receiptsOf(product, order),
    rootsKept: async (fromMs, toMs) => (await opened()).rootsKept(fromMs, toMs),
    headsKept: async (symbol, fromSeq, toSeq) => (await opened()).headsKept(symbol, fromSeq, toSeq),
    entriesKept: async () => (await opened()).entriesKept(),
    compare: async (shown) => (await opened()).compare(shown),
    compareNow: async () => (await opened()).compareNow(),
    differences: async () => (await opened()).differences(),
    markRead: async () => (await opened()).markRead(),
    summary: async () => (await opened()).summary(),
    export: async () => (await opened()).export(),
    import: async (text) => (await opened()).import(text),
    redraw: async (day, symbol, options) => (await opened()).redraw(day, symbol, options),
  };
}
