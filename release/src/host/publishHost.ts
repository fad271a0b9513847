/** Puts a build of the host into DATA_DIR/host/<version>/ and makes it live. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildPackage, builtVersion } from '../build/buildPackage';
import { readBuild } from '../build/BuildRecord';
import { precompressed } from '../build/precompressed';
import type { ReleaseContext } from '../ReleaseContext';
import { ReleaseProblem } from '../ReleaseProblem';
import { hostFolder, hostsFolder, readHost, recordName, templateName, type HostRecord } from './hostFolder';
import { switchHost, type HostChange, type HostRequest } from './switchHost';

/** The version of the host of the present sources, if it is known to be in the data directory already, live or not. */
export function publishedHost({ root, dataDir }: ReleaseContext): string | undefined {
  const version = builtVersion(root, 'host');
  return version !== undefined && readHost(dataDir, version) !== undefined ? version : undefined;
}

/** Publishes the present sources; builds them only when that version is not in place yet. */
export async function publishHost(context: ReleaseContext, request: HostRequest = {}): Promise<HostChange> {
  const version = publishedHost(context);
  if (version !== undefined) return switchHost(context, version, 'publish', request);
  return publishHostBuild(context, await buildPackage(context.root, 'host', context.say), request);
}

/** Puts an output folder in place, which nobody notices, and makes it the live host. */
export async function publishHostBuild(context: ReleaseContext, output: string, request: HostRequest = {}): Promise<HostChange> {
  const { record, files } = await readBuild(output);
  const template = files.get('index.html');
  if (record.kind !== 'host' || template === undefined)
    throw new ReleaseProblem('refused', `${output} is not a build of the host`);
  const written = precompressed(new Map([...files].filter(([path]) => path !== 'index.html')));
  const own: HostRecord = { version: record.version, contract: record.contract, own: [...written.keys()].sort() };
  const folder = hostFolder(context.dataDir, record.version);
  const draft = join(hostsFolder(context.dataDir), `.draft-${randomUUID()}`);
  for (const [path, bytes] of [
    ...written,
    [templateName, template] as const,
    [recordName, Buffer.from(JSON.stringify(own))] as const,
  ]) {
    mkdirSync(dirname(join(draft, path)), { recursive: true });
    writeFileSync(join(draft, path), bytes);
  }
  if (existsSync(folder)) rmSync(draft, { recursive: true });
  else renameSync(draft, folder);
  return switchHost(context, record.version, 'publish', request);
}
