/** The history for a person: one change per paragraph line, what it did below it. */
import type { HistoryEntry } from '../commands/StatusReport';
import type { HostSwitch } from '../host/hostLog';
import type { Paint } from './paint';
import { table } from './table';

const at = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').slice(0, 19);

export function historyText(entries: readonly HistoryEntry[], paint: Paint): string {
  if (entries.length === 0) return 'nothing changed yet';
  return entries
    .flatMap(({ serial, atMs, by, reason, changes, isSigned }) => [
      `${paint('bold', String(serial))}  ${at(atMs)} UTC  ${by}: ${reason}${isSigned ? '' : paint('red', '  NOT SIGNED BY A KNOWN KEY')}`,
      ...changes.map((change) => `    ${change}`),
    ])
    .join('\n');
}

export function hostHistoryText(entries: readonly HostSwitch[]): string {
  if (entries.length === 0) return 'no host was published here yet';
  return table(
    [{ title: 'when (UTC)' }, { title: 'by' }, { title: 'verb' }, { title: 'from' }, { title: 'to' }, { title: 'why' }],
    entries.map(({ atMs, by, verb, from, to, reason }) => [at(atMs), by, verb, from ?? '-', to, reason]),
  );
}
