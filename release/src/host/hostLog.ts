/** DATA_DIR/host/log.jsonl: which host became live when, by whom and why. One line per switch, only ever added to. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { printable } from '../output/printable';
import { hostsFolder } from './hostFolder';

const hostSwitch = z.object({
  atMs: z.int(),
  by: z.string(),
  reason: z.string(),
  verb: z.enum(['publish', 'rollback']),
  from: z.nullable(z.string()),
  to: z.string(),
});
/** One change of the live host. `from` is null for the first one. */
export type HostSwitch = z.infer<typeof hostSwitch>;

const logPath = (dataDir: string): string => join(hostsFolder(dataDir), 'log.jsonl');

export function addToHostLog(dataDir: string, entry: HostSwitch): void {
  mkdirSync(hostsFolder(dataDir), { recursive: true });
  appendFileSync(logPath(dataDir), `${JSON.stringify(entry)}\n`);
}

/** Newest first. */
export function readHostLog(dataDir: string): readonly HostSwitch[] {
  if (!existsSync(logPath(dataDir))) return [];
  const lines = readFileSync(logPath(dataDir), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines
    .map((line) => hostSwitch.parse(JSON.parse(line)))
    .map((entry) => ({ ...entry, by: printable(entry.by), reason: printable(entry.reason) }))
    .reverse();
}
