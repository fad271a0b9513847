/** Evidence in the browser's own database. Rejects where the browser refuses it: a private window, storage switched off. */
import { openDB, type DBSchema, type IDBPDatabase, type StoreNames } from 'idb';
import type { KeptEntry, KeptHead, KeptRoot } from '@tessera/shared/fairness';
import type { EvidenceBatch, EvidenceStore, KeptDifference, OwnedReceipt } from './EvidenceStore';

const name = 'tessera-evidence';

interface Schema extends DBSchema {
  roots: { key: number; value: KeptRoot };
  heads: { key: [symbol: string, seq: number]; value: KeptHead; indexes: { keptAtMs: number } };
  entries: { key: number; value: KeptEntry };
  receipts: { key: [owner: string, name: string]; value: OwnedReceipt };
  differences: { key: [kind: string, of: string, shown: string]; value: KeptDifference };
}

/** Another page of this browser may hold an older database open: then nothing is kept, rather than waited for. */
const openWithinMs = 5000;

export async function openKeptStore(): Promise<EvidenceStore> {
  return storeOver(await inTime(openDB<Schema>(name, 1, { upgrade: create })));
}

function create(database: IDBPDatabase<Schema>): void {
  database.createObjectStore('roots', { keyPath: 'minuteMs' });
  database.createObjectStore('heads', { keyPath: ['symbol', 'seq'] }).createIndex('keptAtMs', 'keptAtMs');
  database.createObjectStore('entries', { keyPath: 'seq' });
  database.createObjectStore('receipts', { keyPath: ['owner', 'name'] });
  database.createObjectStore('differences', { keyPath: ['kind', 'of', 'shown'] });
}

async function inTime<Value>(opening: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database of evidence does not open')), openWithinMs);
  });
  return Promise.race([opening, limit]).finally(() => clearTimeout(timer));
}

function storeOver(database: IDBPDatabase<Schema>): EvidenceStore {
  return {
    add: (batch) => addNew(database, batch),
    roots: (fromMs, toMs) => database.getAll('roots', IDBKeyRange.bound(fromMs, toMs)),
    async oldestRoot() {
      const cursor = await database.transaction('roots').store.openCursor();
      return cursor?.value;
    },
    async newestRoot(upToMs) {
      const { store } = database.transaction('roots');
      let cursor = await store.openCursor(IDBKeyRange.upperBound(upToMs), 'prev');
      while (cursor?.value.isImported === true) cursor = await cursor.continue();
      return cursor?.value;
    },
    heads: (symbol, fromSeq, toSeq) => database.getAll('heads', IDBKeyRange.bound([symbol, fromSeq], [symbol, toSeq])),
    allHeads: () => database.getAll('heads'),
    entries: () => database.getAll('entries'),
    receipts: (owner) => database.getAll('receipts', IDBKeyRange.bound([owner], [owner, []])),
    differences: () => database.getAll('differences'),
    async markRead() {
      const { store, done } = database.transaction('differences', 'readwrite');
      for (const difference of await store.getAll()) if (difference.isRead === 0) void store.put({ ...difference, isRead: 1 });
      await done;
    },
    count: (kind) => database.count(kind),
    async forgetBefore(atMs, passingMs) {
      const tx = database.transaction(['roots', 'heads'], 'readwrite');
      void tx.objectStore('roots').delete(IDBKeyRange.upperBound(atMs, true));
      const old = IDBKeyRange.upperBound(Math.max(atMs, passingMs), true);
      for (let at = await tx.objectStore('heads').index('keptAtMs').openCursor(old); at !== null; at = await at.continue()) {
        const { keptAtMs, isPassing } = at.value;
        if (keptAtMs < (isPassing === true ? passingMs : atMs)) void at.delete();
      }
      await tx.done;
    },
  };
}

/** One transaction: all of a batch or nothing of it. */
async function addNew(database: IDBPDatabase<Schema>, batch: EvidenceBatch): Promise<number> {
  const names = (Object.keys(batch) as (keyof EvidenceBatch & StoreNames<Schema>)[]).filter(
    (one) => (batch[one]?.length ?? 0) > 0,
  );
  if (names.length === 0) return 0;
  const tx = database.transaction(names, 'readwrite');
  let added = 0;
  const isNew = async (store: (typeof names)[number], key: IDBValidKey): Promise<boolean> =>
    (await tx.objectStore(store).getKey(key as never)) === undefined;
  const givesWay = async ({ minuteMs, isImported }: KeptRoot): Promise<void> => {
    const roots = tx.objectStore('roots');
    if (isImported !== true && (await roots.get(minuteMs))?.isImported === true) await roots.delete(minuteMs);
  };
  const put = async <Value>(store: (typeof names)[number], value: Value, key: IDBValidKey): Promise<void> => {
    if (!(await isNew(store, key))) return;
    await tx.objectStore(store).put(value as never);
    added += 1;
  };
  const writing = async (): Promise<void> => {
    for (const root of batch.roots ?? []) {
      await givesWay(root);
      await put('roots', root, root.minuteMs);
    }
    for (const head of batch.heads ?? []) await put('heads', head, [head.symbol, head.seq]);
    for (const entry of batch.entries ?? []) await put('entries', entry, entry.seq);
    for (const receipt of batch.receipts ?? []) await put('receipts', receipt, [receipt.owner, receipt.name]);
    for (const one of batch.differences ?? []) await put('differences', one, [one.kind, one.of, one.shown]);
  };
  await Promise.all([writing(), tx.done]);
  return added;
}
