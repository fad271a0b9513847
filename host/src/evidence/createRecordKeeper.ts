/** The public record as this device keeps it, and the keys that it names. */
import {
  chainedFromFirst,
  compareEntries,
  readPublishedKeys,
  sha256,
  type EvidenceDifference,
  type KeptRoot,
  type PublishedKey,
} from '@tessera/shared/fairness';
import type { ApiClient } from '@tessera/shared/federation';
import { verifyEd25519 } from '@tessera/shared/signatures';
import type { EvidenceBatch, EvidenceStore } from './EvidenceStore';
import { readRecordOn } from './readRecordOn';
import type { RecordOfDay } from './redraw/redrawInWorker';

interface RecordKeeperParts {
  readonly store: EvidenceStore;
  readonly api: ApiClient;
  readonly now: () => number;
  readonly add: (batch: EvidenceBatch) => Promise<number>;
  readonly remember: (differences: readonly EvidenceDifference[]) => Promise<void>;
}

export interface RecordKeeper {
  /** Reads the record on from what was kept of it. Rejects with AppError when the exchange does not answer. */
  takeRecord(): Promise<void>;
  /** All keys; the record is read on for one that is not among those that were kept. */
  keysFor(roots: readonly KeptRoot[]): Promise<readonly PublishedKey[]>;
  /** What a day is drawn again with: the record as it was read on, so that nobody is shown a pause of his own. */
  readonly recordOf: RecordOfDay;
}

export function createRecordKeeper(parts: RecordKeeperParts): RecordKeeper {
  const { store, now, add, remember } = parts;
  let keys: readonly PublishedKey[] | undefined;

  async function takeRecord(): Promise<void> {
    const read = await readRecordOn(parts);
    const { differences } = compareEntries(await store.entries(), read.entries, now(), { isWhole: false });
    await add({ entries: read.entries });
    keys = read.keys;
    await remember([...differences, ...read.unsound]);
  }

  return {
    takeRecord,
    async keysFor(roots) {
      keys ??= await readPublishedKeys(chainedFromFirst(await store.entries()), sha256, verifyEd25519);
      const known = new Set(keys.map(({ keyId }) => keyId));
      if (known.size === 0 || roots.some(({ signed }) => signed !== null && !known.has(signed.keyId))) await takeRecord();
      return keys;
    },
    async recordOf({ recordSeq }) {
      await takeRecord();
      const entries = chainedFromFirst(await store.entries());
      return entries.filter(({ seq, kind }) => seq >= (recordSeq ?? 1) && (kind === 'beacon' || kind === 'pause'));
    },
  };
}
