/** Where the browser keeps nothing: evidence that lasts as long as the page. */
import type { KeptEntry, KeptHead, KeptRoot } from '@tessera/shared/fairness';
import { differenceKey, type EvidenceStore, type KeptDifference, type OwnedReceipt } from './EvidenceStore';

export function createFleetingStore(): EvidenceStore {
  const roots = new Map<number, KeptRoot>();
  const heads = new Map<string, KeptHead>();
  const entries = new Map<number, KeptEntry>();
  const receipts = new Map<string, OwnedReceipt>();
  const differences = new Map<string, KeptDifference>();
  const kinds = { roots, heads, entries };
  const sortedRoots = (): KeptRoot[] => [...roots.values()].sort((a, b) => a.minuteMs - b.minuteMs);
  function put<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): number {
    if (map.has(key)) return 0;
    map.set(key, value);
    return 1;
  }
  return {
    async add(batch) {
      let added = 0;
      for (const root of batch.roots ?? []) {
        if (roots.get(root.minuteMs)?.isImported === true && root.isImported !== true) roots.delete(root.minuteMs);
        added += put(roots, root.minuteMs, root);
      }
      for (const head of batch.heads ?? []) added += put(heads, `${head.symbol}#${head.seq}`, head);
      for (const entry of batch.entries ?? []) added += put(entries, entry.seq, entry);
      for (const receipt of batch.receipts ?? []) added += put(receipts, `${receipt.owner} ${receipt.name}`, receipt);
      for (const one of batch.differences ?? []) added += put(differences, differenceKey(one).join(' '), one);
      return added;
    },
    roots: async (fromMs, toMs) => sortedRoots().filter(({ minuteMs }) => minuteMs >= fromMs && minuteMs <= toMs),
    oldestRoot: async () => sortedRoots()[0],
    newestRoot: async (upToMs) => sortedRoots().findLast(({ minuteMs, isImported }) => minuteMs <= upToMs && isImported !== true),
    heads: async (symbol, fromSeq, toSeq) =>
      [...heads.values()].filter((head) => head.symbol === symbol && head.seq >= fromSeq && head.seq <= toSeq),
    allHeads: async () => [...heads.values()],
    entries: async () => [...entries.values()].sort((a, b) => a.seq - b.seq),
    receipts: async (owner) => [...receipts.values()].filter((receipt) => receipt.owner === owner),
    differences: async () => [...differences.values()],
    async markRead() {
      for (const [key, difference] of differences) differences.set(key, { ...difference, isRead: 1 });
    },
    count: async (kind) => kinds[kind].size,
    async forgetBefore(atMs, passingMs) {
      for (const minuteMs of roots.keys()) if (minuteMs < atMs) roots.delete(minuteMs);
      for (const [key, { keptAtMs, isPassing }] of heads)
        if (keptAtMs < (isPassing === true ? passingMs : atMs)) heads.delete(key);
    },
  };
}
