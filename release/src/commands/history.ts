/** history: who changed what, when and why, newest first, each entry with its signature checked; and the switches of the host. */
import { describedChange } from '../change/describedChange';
import { readHostLog, type HostSwitch } from '../host/hostLog';
import type { ReleaseContext } from '../ReleaseContext';
import type { PointerLogEntry } from '../store/ReleaseStore';
import type { HistoryEntry } from './StatusReport';

export interface HistoryRequest {
  /** Only changes of this remote. */
  readonly remote?: string | undefined;
  readonly limit: number;
}

export async function history({ store }: ReleaseContext, { remote, limit }: HistoryRequest): Promise<readonly HistoryEntry[]> {
  // What an entry changed shows beside the one before it, so one more is read; and ever more while too few are of this remote.
  for (let count = limit + 1; ; count *= 4) {
    const log = await store.readLog(count);
    const isWhole = log.length < count;
    const entries = log.slice(0, isWhole ? undefined : -1).map((entry, index) => toEntry(entry, log[index + 1], remote));
    const wanted = remote === undefined ? entries : entries.filter(({ changes }) => changes.length > 0);
    if (isWhole || wanted.length >= limit) return wanted.slice(0, limit);
  }
}

export const hostHistory = ({ dataDir }: ReleaseContext, limit: number): readonly HostSwitch[] =>
  readHostLog(dataDir).slice(0, limit);

function toEntry(
  { pointer, isSigned }: PointerLogEntry,
  earlier: PointerLogEntry | undefined,
  only: string | undefined,
): HistoryEntry {
  const names = [...new Set([...Object.keys(earlier?.pointer.remotes ?? {}), ...Object.keys(pointer.remotes)])].filter(
    (name) => only === undefined || name === only,
  );
  const changes = names.flatMap((name) => {
    const change = describedChange(earlier?.pointer.remotes[name], pointer.remotes[name]);
    return change === '' ? [] : [`${name}: ${change}`];
  });
  return { serial: pointer.serial, atMs: pointer.issuedAtMs, by: pointer.by, reason: pointer.reason, changes, isSigned };
}
