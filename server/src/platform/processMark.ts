/**
 * Tells a process from a later one with the same number: its id and the instant at which it began. A file that names a process
 * keeps this mark, so that a file left behind by a killed one never stands for a stranger. Without a wait, so that a process that
 * is ending can ask as well.
 */
import { readFileSync } from 'node:fs';

/** undefined when the process is gone, or a zombie: that still answers signal 0 but will never work again. */
export function processMark(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined;
  }
  let status: string;
  try {
    status = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // Elsewhere than on Linux the number alone has to do.
    return `${pid}`;
  }
  // "pid (name) state …": the name may hold spaces and brackets; the start is the 22nd field.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : `${pid} ${fields[19]}`;
}

export const isAlive = (pid: number): boolean => processMark(pid) !== undefined;

/** Whether the process that left this mark is still there. */
export function isMarkAlive(mark: string): boolean {
  const pid = Number.parseInt(mark, 10);
  return Number.isInteger(pid) && pid > 1 && processMark(pid) === mark;
}
