/**
 * The public record read on from what is known of it: an entry that does not follow from the one before, by number and hash, is none.
 * A reader of the whole cannot be shown an entry of his own that others are not shown: its hash goes into every later root.
 */
import { findRecordBreak, type RecordEntry } from './publicRecord';
import { sha256 } from './sha256';
import { genesisHash } from './tickHash';

export interface RecordPage {
  readonly entries: readonly RecordEntry[];
  readonly hasMore: boolean;
}

export interface FollowedRecord {
  /** From the first entry on, without a gap. */
  readonly entries: readonly RecordEntry[];
  /** The first that was shown and does not follow. */
  readonly broken: RecordEntry | undefined;
}

/** Beyond it something is wrong with the answers, not with the record. */
const maxPages = 200;

/** Of entries by number, those that lie without a gap from the first one on. */
export function chainedFromFirst<Entry extends RecordEntry>(entries: readonly Entry[]): readonly Entry[] {
  const gap = entries.findIndex(({ seq }, index) => seq !== index + 1);
  return gap < 0 ? entries : entries.slice(0, gap);
}

/** `known`: entries that were found to follow before, from the first one on; `ask`: all kinds from a number on. */
export async function followRecord(
  known: readonly RecordEntry[],
  ask: (fromSeq: number) => Promise<RecordPage>,
): Promise<FollowedRecord> {
  const entries = [...known];
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await ask(entries.length + 1);
    const broken = breakIn(entries, answer.entries);
    const sound = broken === undefined ? answer.entries : answer.entries.slice(0, answer.entries.indexOf(broken));
    entries.push(...sound);
    if (broken !== undefined || !answer.hasMore || answer.entries.length === 0) return { entries, broken };
  }
  return { entries, broken: undefined };
}

function breakIn(known: readonly RecordEntry[], next: readonly RecordEntry[]): RecordEntry | undefined {
  const [first] = next;
  const last = known.at(-1);
  if (first === undefined) return undefined;
  if (first.seq !== known.length + 1 || first.atMs < (last?.atMs ?? 0)) return first;
  try {
    return findRecordBreak(last?.hash ?? genesisHash, next, sha256);
  } catch {
    // Something in it is no text that can be hashed.
    return first;
  }
}
