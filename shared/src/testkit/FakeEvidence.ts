import { BehaviorSubject } from '@tessera/shared/kernel';
import type { EvidenceDifference, EvidenceFile, KeptEntry, KeptHead, KeptRoot, SignedReceipt } from '../domain/fairness/evidence';
import type { Evidence, EvidenceComparison, EvidenceState, EvidenceToCompare } from '../federation';
import type { RedrawResult } from '../domain/fairness/redrawDay';

/** Evidence in memory: a test lays down what was kept, and what comparisons answer. */
export interface FakeEvidence extends Evidence {
  readonly state: BehaviorSubject<EvidenceState>;
  readonly unread: BehaviorSubject<readonly EvidenceDifference[]>;
  /** What was kept; a test may add to it. */
  readonly kept: {
    roots: KeptRoot[];
    heads: KeptHead[];
    entries: KeptEntry[];
    receipts: SignedReceipt[];
    differences: EvidenceDifference[];
  };
  /** What `compare` was asked, newest last. */
  readonly asked: readonly EvidenceToCompare[];
  /** What `compare` and `compareNow` answer. */
  comparison: EvidenceComparison;
  /** What `redraw` answers; it reports half of the way first. */
  redrawn: RedrawResult;
}

export function createFakeEvidence(): FakeEvidence {
  const kept: FakeEvidence['kept'] = { roots: [], heads: [], entries: [], receipts: [], differences: [] };
  const asked: EvidenceToCompare[] = [];
  const fake: FakeEvidence = {
    state: new BehaviorSubject<EvidenceState>('kept'),
    unread: new BehaviorSubject<readonly EvidenceDifference[]>([]),
    kept,
    asked,
    comparison: { compared: { roots: 0, heads: 0, receipts: 0, seeds: 0 }, differences: [] },
    redrawn: { published: 0, differing: 0, missing: 0, first: null },
    keepReceipt: async (receipt) => void kept.receipts.push(receipt),
    receiptsOf: async (product, order) => kept.receipts.filter(({ body }) => body.product === product && body.order === order),
    rootsKept: async (fromMs, toMs) => kept.roots.filter(({ minuteMs }) => minuteMs >= fromMs && minuteMs <= toMs),
    headsKept: async (symbol, fromSeq, toSeq) =>
      kept.heads.filter((head) => head.symbol === symbol && head.seq >= fromSeq && head.seq <= toSeq),
    entriesKept: async () => kept.entries,
    async compare(shown) {
      asked.push(shown);
      return fake.comparison;
    },
    compareNow: async () => fake.comparison,
    differences: async () => kept.differences,
    markRead: async () => fake.unread.next([]),
    summary: async () => ({
      roots: kept.roots.length,
      heads: kept.heads.length,
      entries: kept.entries.length,
      receipts: kept.receipts.length,
      fromMs: kept.roots[0]?.minuteMs ?? null,
      newest: kept.roots.at(-1) ?? null,
    }),
    export: async (): Promise<EvidenceFile> => ({
      format: 'tessera-evidence-1',
      exchange: 'http://localhost',
      savedAtMs: 0,
      roots: kept.roots,
      heads: kept.heads,
      entries: kept.entries,
      receipts: kept.receipts.map((receipt) => ({ receipt, keptAtMs: 0 })),
      differences: kept.differences,
    }),
    import: async () => 0,
    async redraw(_day, _symbol, { onProgress }) {
      onProgress(0.5);
      return fake.redrawn;
    },
  };
  return fake;
}
