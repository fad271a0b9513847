/** DATA_DIR/host: one folder per build of the host with its host.json, and `current`, a link to the live one. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

export const templateName = 'index.template.html';
export const recordName = 'host.json';
/** `own` are the paths of its hashed files: the ones that a page of it may still ask for after another host is live. */
const hostRecord = z.object({ version: z.string(), contract: z.string(), own: z.array(z.string()) });
export type HostRecord = z.infer<typeof hostRecord>;

export const hostsFolder = (dataDir: string): string => join(dataDir, 'host');
export const hostFolder = (dataDir: string, version: string): string => join(hostsFolder(dataDir), version);

/** undefined when there is no such host. */
export function readHost(dataDir: string, version: string): HostRecord | undefined {
  const path = join(hostFolder(dataDir, version), recordName);
  return existsSync(path) ? hostRecord.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
}

export const liveHost = (dataDir: string): HostRecord | undefined => readHost(dataDir, 'current');

/** Versions that can be made live, in no order. */
export function listHosts(dataDir: string): readonly string[] {
  const folder = hostsFolder(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => name !== 'current' && readHost(dataDir, name) !== undefined);
}

/** When it was put in place; it is not written again. */
export const publishedHostAtMs = (dataDir: string, version: string): number =>
  statSync(join(hostFolder(dataDir, version), recordName)).mtimeMs;

/** Takes its record first, so that a half-removed host is none. */
export function removeHost(dataDir: string, version: string): void {
  rmSync(join(hostFolder(dataDir, version), recordName), { force: true });
  rmSync(hostFolder(dataDir, version), { recursive: true, force: true });
}
