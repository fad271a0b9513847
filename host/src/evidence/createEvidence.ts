/** The evidence of this device over one store: keeping, comparing, showing. Nothing here is in the way of a trade or a price. */
import type { BehaviorSubject } from '@tessera/shared/kernel';
import {
  compareBeacons,
  compareEntries,
  compareHeads,
  compareReceipts,
  compareRequests,
  compareRoots,
  compareSeeds,
  headsOfReceipts,
  readEvidenceFile,
  receiptName,
  type EvidenceDifference,
  type EvidenceFile,
} from '@tessera/shared/fairness';
import type { ApiClient, Evidence, EvidenceComparison, EvidenceState, LiveValue, SessionState } from '@tessera/shared/federation';
import type { EvidenceBatch, EvidenceStore, OwnedReceipt } from './EvidenceStore';
import { recordSince } from './recordSince';

export const minuteMs = 60_000;
/** As many roots as one answer holds. */
export const mostRoots = 240;

export interface EvidenceParts {
  readonly store: EvidenceStore;
  readonly state: BehaviorSubject<EvidenceState>;
  readonly unread: BehaviorSubject<readonly EvidenceDifference[]>;
  readonly api: ApiClient;
  readonly session: LiveValue<SessionState>;
  readonly now: () => number;
  readonly random: () => number;
  /** The exchange's address, for whoever is shown the file. */
  readonly exchange: string;
  readonly redraw: Evidence['redraw'];
}

export type Keeping = Omit<Evidence, 'state' | 'unread'> & {
  /** Keeps what is new of it and compares the rest. Never rejects. */
  keep(published: Pick<EvidenceBatch, 'roots' | 'heads' | 'entries'>): Promise<void>;
  /** Shows again what was found before and nobody has read. */
  recall(): Promise<void>;
};

type Found = Pick<EvidenceComparison, 'differences'> & { readonly compared: number };
const nothing: Found = { compared: 0, differences: [] };

export function createEvidence(parts: EvidenceParts): Keeping {
  const { store, state, unread, api, session, now, random } = parts;
  const owner = (): string | undefined => session.value.userId;

  /** What finds no room is told by the state; the rest of the app goes on. */
  async function add(batch: EvidenceBatch): Promise<number> {
    try {
      const added = await store.add(batch);
      if (state.value === 'full') state.next('kept');
      return added;
    } catch {
      if (state.value !== 'refused') state.next('full');
      return 0;
    }
  }

  async function remember(differences: readonly EvidenceDifference[]): Promise<void> {
    if (differences.length === 0) return;
    const added = await add({ differences: differences.map((difference) => ({ ...difference, isRead: 0 })) });
    if (added > 0) await recall();
    // Shown also where there is no room for it.
    else if (state.value === 'full') unread.next(differences);
  }

  async function recall(): Promise<void> {
    const waiting = (await store.differences()).filter(({ isRead }) => isRead === 0).map(withoutMark);
    if (waiting.length > 0) unread.next(waiting);
  }

  async function keep({ roots = [], heads = [], entries = [] }: Parameters<Keeping['keep']>[0]): Promise<void> {
    const found = [
      compareRoots(await rootsAround(roots), roots, now()),
      compareHeads(await headsAround(heads), heads, now()),
      entries.length === 0 ? nothing : compareEntries(await store.entries(), entries, now(), { isWhole: false }),
    ];
    await add({ roots, heads, entries });
    await remember(found.flatMap(({ differences }) => differences));
  }

  const rootsAround = async (shown: readonly { readonly minuteMs: number }[]): ReturnType<EvidenceStore['roots']> => {
    const minutes = shown.map((one) => one.minuteMs);
    return minutes.length === 0 ? [] : store.roots(Math.min(...minutes), Math.max(...minutes));
  };
  const headsAround = async (
    shown: readonly { readonly symbol: string; readonly seq: number }[],
  ): ReturnType<EvidenceStore['heads']> => {
    const spans = new Map<string, [number, number]>();
    for (const { symbol, seq } of shown) {
      const [low, high] = spans.get(symbol) ?? [seq, seq];
      spans.set(symbol, [Math.min(low, seq), Math.max(high, seq)]);
    }
    return (await Promise.all([...spans].map(([symbol, [low, high]]) => store.heads(symbol, low, high)))).flat();
  };
  const ownReceipts = async (): Promise<OwnedReceipt[]> => {
    const name = owner();
    return name === undefined ? [] : store.receipts(name);
  };

  async function compareNow(): Promise<EvidenceComparison> {
    const newest = await store.newestRoot();
    const found: Found[] = [];
    if (newest !== undefined) {
      // The newest hours, and some older ones by chance: who rewrites cannot know which.
      found.push(await compareSpan(newest.minuteMs));
      const oldest = await store.oldestRoot();
      const span = newest.minuteMs - (oldest?.minuteMs ?? newest.minuteMs);
      if (span > mostRoots * minuteMs) found.push(await compareSpan(newest.minuteMs - Math.floor(random() * span)));
    }
    const seeds = await compareRecord();
    const rootsFound = found.reduce((sum, { compared }) => sum + compared, 0);
    const differences = [...found.flatMap((one) => one.differences), ...seeds.differences];
    await remember(differences);
    return { compared: { roots: rootsFound, heads: 0, receipts: 0, seeds: seeds.compared }, differences };
  }

  async function compareSpan(lastMs: number): Promise<Found> {
    const span = { fromMs: lastMs - (mostRoots - 1) * minuteMs, toMs: lastMs };
    const kept = await store.roots(span.fromMs, span.toMs);
    const { anchors } = await api.call('anchors', span, { toastErrors: false });
    // So many whole minutes fit into one answer: a kept one that is not in it is not shown any more.
    return compareRoots(kept, anchors, now(), span);
  }

  /** Entries that were kept, and the days' commitments in them with the days as they are shown now. */
  async function compareRecord(): Promise<Found> {
    const kept = await store.entries();
    const [first] = kept;
    if (first === undefined) return nothing;
    const kinds = [...new Set(kept.map(({ kind }) => kind))];
    const shown = (await Promise.all(kinds.map((kind) => recordSince(api, kind, first.seq)))).flat();
    const { days } = await api.call('feedDays', {}, { toastErrors: false });
    const seeds = compareSeeds(kept, days, now());
    const entries = compareEntries(kept, shown, now(), { isWhole: true });
    const beacons = compareBeacons(kept, days, now());
    return {
      compared: seeds.compared + beacons.compared,
      differences: [entries, seeds, beacons].flatMap(({ differences }) => differences),
    };
  }

  return {
    keep,
    recall,
    async keepReceipt(receipt) {
      const name = owner();
      if (name === undefined) return;
      const kept = { owner: name, name: receiptName(receipt), receipt, keptAtMs: now() };
      const heads = headsOfReceipts([kept]);
      const found = [
        compareReceipts(await ownReceipts(), [receipt], now()),
        // It is signed over the log that everybody is shown.
        compareHeads(await headsAround(heads), heads, now()),
      ];
      await add({ receipts: [kept] });
      await remember(found.flatMap(({ differences }) => differences));
    },
    receiptsOf: async (product, order) =>
      (await ownReceipts()).map(({ receipt }) => receipt).filter(({ body }) => body.product === product && body.order === order),
    rootsKept: (fromMs, toMs) => store.roots(fromMs, toMs),
    headsKept: (symbol, fromSeq, toSeq) => store.heads(symbol, fromSeq, toSeq),
    entriesKept: () => store.entries(),
    async compare({ anchors = [], ticks = [], receipts = [], requestsOf, feedDays = [] }) {
      const roots = compareRoots(await rootsAround(anchors), anchors, now());
      const own = await ownReceipts();
      const heads = compareHeads([...(await headsAround(ticks)), ...headsOfReceipts(own)], ticks, now());
      const signed = compareReceipts(own, receipts, now());
      const asked = requestsOf === undefined ? nothing : compareRequests(own, receipts, requestsOf, now());
      const entries = feedDays.length === 0 ? [] : await store.entries();
      const seeds = compareSeeds(entries, feedDays, now());
      const beacons = compareBeacons(entries, feedDays, now());
      const differences = [roots, heads, signed, asked, seeds, beacons].flatMap((one) => one.differences);
      await remember(differences);
      const compared = { roots: roots.compared, heads: heads.compared, receipts: signed.compared, seeds: seeds.compared };
      return { compared, differences };
    },
    compareNow,
    differences: async () => (await store.differences()).map(withoutMark),
    async markRead() {
      await store.markRead().catch(() => undefined);
      unread.next([]);
    },
    async summary() {
      const [roots, heads, entries] = await Promise.all([store.count('roots'), store.count('heads'), store.count('entries')]);
      const [oldest, newest] = [await store.oldestRoot(), await store.newestRoot()];
      return {
        roots,
        heads,
        entries,
        receipts: (await ownReceipts()).length,
        fromMs: oldest?.minuteMs ?? null,
        newest: newest ?? null,
      };
    },
    async export(): Promise<EvidenceFile> {
      return {
        format: 'tessera-evidence-1',
        exchange: parts.exchange,
        savedAtMs: now(),
        roots: await store.roots(0, Number.MAX_SAFE_INTEGER),
        heads: await store.allHeads(),
        entries: await store.entries(),
        receipts: (await ownReceipts()).map(({ receipt, keptAtMs }) => ({ receipt, keptAtMs })),
        differences: (await store.differences()).map(withoutMark),
      };
    },
    async import(text) {
      const file = readEvidenceFile(text);
      if (file === undefined) return undefined;
      const name = owner();
      const receipts =
        name === undefined ? [] : file.receipts.map((one) => ({ ...one, owner: name, name: receiptName(one.receipt) }));
      const found = [
        compareRoots(await rootsAround(file.roots), file.roots, now()),
        compareHeads(await headsAround(file.heads), file.heads, now()),
        compareEntries(await store.entries(), file.entries, now(), { isWhole: false }),
        compareReceipts(
          await ownReceipts(),
          file.receipts.map(({ receipt }) => receipt),
          now(),
        ),
      ];
      const added = await add({ roots: file.roots, heads: file.heads, entries: file.entries, receipts });
      await remember(found.flatMap(({ differences }) => differences));
      return added;
    },
    redraw: parts.redraw,
  };
}

const withoutMark = ({ kind, of, kept, shown, keptAtMs, foundAtMs }: EvidenceDifference): EvidenceDifference => ({
  kind,
  of,
  kept,
  shown,
  keptAtMs,
  foundAtMs,
});
