/** The evidence of this device over one store: keeping, comparing, showing. Nothing here is in the way of a trade or a price. */
import type { BehaviorSubject } from '@tessera/shared/kernel';
import {
  compareHeads,
  compareRoots,
  readEvidenceFile,
  receiptName,
  type EvidenceDifference,
  type EvidenceFile,
  type KeptRoot,
} from '@tessera/shared/fairness';
import type { ApiClient, Evidence, EvidenceComparison, EvidenceState, LiveValue, SessionState } from '@tessera/shared/federation';
import type { EvidenceBatch, EvidenceStore, OwnedReceipt } from './EvidenceStore';
import { compareFile, compareReceipt, compareShown } from './compareShown';
import { compareWithPublished } from './compareWithPublished';
import { createRecordKeeper } from './createRecordKeeper';
import { judgeRoots, type JudgedRoots } from './judgeRoots';
import { headsAround, rootsAround } from './keptAround';
import type { RecordOfDay } from './redraw/redrawInWorker';
import { signedInFile } from './signedInFile';

export interface EvidenceDeps {
  readonly store: EvidenceStore;
  readonly state: BehaviorSubject<EvidenceState>;
  readonly unread: BehaviorSubject<readonly EvidenceDifference[]>;
  readonly api: ApiClient;
  readonly session: LiveValue<SessionState>;
  readonly now: () => number;
  readonly random: () => number;
  /** The exchange's address, for anyone who is shown the file. */
  readonly exchange: string;
  readonly redraw: (recordOf: RecordOfDay) => Evidence['redraw'];
}

export type Keeping = Omit<Evidence, 'state' | 'unread'> & {
  /**
   * Keeps what is new of it and compares the rest. Never rejects. Of roots only those that a published key signed; the others are
   * told. Where nobody can tell, because the keys cannot be read, a root is not kept: it is asked for again.
   */
  keep(published: Pick<EvidenceBatch, 'roots' | 'heads'>): Promise<void>;
  /** Reads the public record on from what was kept of it. Rejects with AppError when the exchange does not answer. */
  takeRecord(): Promise<void>;
  /** Shows again what was found before and nobody has read. */
  recall(): Promise<void>;
};

export function createEvidence(parts: EvidenceDeps): Keeping {
  const { store, state, unread, session, now } = parts;
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

  const { takeRecord, keysFor, recordOf } = createRecordKeeper({ ...parts, add, remember });
  const judged = async (roots: readonly KeptRoot[]): Promise<JudgedRoots> =>
    roots.length === 0 ? { sound: [], unsound: [] } : judgeRoots(roots, await keysFor(roots), now());

  async function keep({ roots = [], heads = [] }: Parameters<Keeping['keep']>[0]): Promise<void> {
    const { sound, unsound } = await judged(roots).catch(() => ({ sound: [], unsound: [] }));
    const found = [
      compareRoots(await rootsAround(store, sound), sound, now()),
      compareHeads(await headsAround(store, heads), heads, now()),
    ];
    await add({ roots: sound, heads });
    await remember([...found.flatMap(({ differences }) => differences), ...unsound]);
  }

  const ownReceipts = async (): Promise<OwnedReceipt[]> => {
    const name = owner();
    return name === undefined ? [] : store.receipts(name);
  };

  const everything = async (): Promise<Pick<EvidenceFile, 'roots' | 'heads' | 'entries' | 'receipts'>> => ({
    roots: await store.roots(0, Number.MAX_SAFE_INTEGER),
    heads: await store.allHeads(),
    entries: await store.entries(),
    receipts: (await ownReceipts()).map(({ receipt, keptAtMs }) => ({ receipt, keptAtMs })),
  });

  /** Of another device, or of this one before: what the exchange signed of it, and nothing else. Answers how much of it is new. */
  async function takeIn(file: EvidenceFile): Promise<number> {
    const signed = await signedInFile(file, { keys: await keysFor(file.roots), userId: owner(), nowMs: now() });
    const differences = await compareFile({ store, now, ownReceipts }, signed);
    const added = await add(signed);
    await remember(differences);
    return added;
  }

  async function compareNow(): Promise<EvidenceComparison> {
    const comparison = await compareWithPublished(parts);
    await remember(comparison.differences);
    return comparison;
  }

  return {
    keep,
    takeRecord,
    recall,
    async keepReceipt(receipt) {
      const name = owner();
      if (name === undefined) return;
      const kept = { owner: name, name: receiptName(receipt), receipt, keptAtMs: now() };
      const found = await compareReceipt({ store, now, ownReceipts }, kept);
      await add({ receipts: [kept] });
      await remember(found);
    },
    receiptsOf: async (product, order) =>
      (await ownReceipts()).map(({ receipt }) => receipt).filter(({ body }) => body.product === product && body.order === order),
    rootsKept: (fromMs, toMs) => store.roots(fromMs, toMs),
    headsKept: (symbol, fromSeq, toSeq) => store.heads(symbol, fromSeq, toSeq),
    entriesKept: () => store.entries(),
    async compare(shown) {
      const comparison = await compareShown({ store, now, ownReceipts }, shown);
      await remember(comparison.differences);
      return comparison;
    },
    compareNow,
    differences: async () => (await store.differences()).map(withoutMark),
    async markRead() {
      await store.markRead().catch(() => undefined);
      unread.next([]);
    },
    async summary() {
      const [roots, heads, entries] = await Promise.all([store.count('roots'), store.count('heads'), store.count('entries')]);
      const [oldest, newest] = [await store.oldestRoot(), await store.newestRoot(now())];
      const receipts = (await ownReceipts()).length;
      return { roots, heads, entries, receipts, fromMs: oldest?.minuteMs ?? null, newest: newest ?? null };
    },
    async export(): Promise<EvidenceFile> {
      const differences = (await store.differences()).map(withoutMark);
      return { format: 'tessera-evidence-1', exchange: parts.exchange, savedAtMs: now(), ...(await everything()), differences };
    },
    import: async (text) => {
      const file = readEvidenceFile(text);
      return file && takeIn(file);
    },
    redraw: parts.redraw(recordOf),
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
