/**
 * A folder for all that one run of the tests makes and takes away, which its programs find as their temporary one. In memory where
 * there is plenty: a test database is a thousand small files, and a disk's file system computes longer for them than the tests do.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const gigabyte = 2 ** 30;

export function scratchFolder() {
  const folder = mkdtempSync(join(isMemoryPlenty() ? memory : tmpdir(), 'tessera-test-'));
  // As root, PostgreSQL's user has to pass through to its own folder.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return folder;
}

function isMemoryPlenty() {
  if (process.platform !== 'linux' || !existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 4 * gigabyte && process.availableMemory() > 8 * gigabyte && canRunPrograms();
}

/** Some of what is put there is a program. */
function canRunPrograms() {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  return !mounts.some((line) => line.includes(` ${memory} `) && line.includes('noexec'));
}
