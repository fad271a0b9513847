/**
 * The host in the data directory: host/<version>/ per build, and `current`, a link that is switched in one step. index.html
 * is its only mutable file: the trusted keys and the landing remote's preload links are written into it here, because they
 * belong to this installation and to the present pointer, not to the build.
 *
 * An open page of an older host still asks for its lazy chunks under the same address, so the hashed files of the host before
 * are carried over into the new folder (as links: no space is used twice).
 */
import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { buildPackage, versionOfSources } from '../build/buildPackage';
import { readBuild } from '../build/BuildRecord';
import { precompressed } from '../build/precompressed';
import type { ReleaseContext } from '../ReleaseContext';
import { ReleaseProblem } from '../ReleaseProblem';
import { replaceFile } from '../store/durableFiles';
import { indexWithInstallation } from './indexWithInstallation';

const templateName = 'index.template.html';
const recordName = 'host.json';
const hostRecord = z.object({ version: z.string(), contract: z.string(), own: z.array(z.string()) });
type HostRecord = z.infer<typeof hostRecord>;

const hostFolder = (dataDir: string): string => join(dataDir, 'host');

function liveRecord(dataDir: string): HostRecord | undefined {
  const path = join(hostFolder(dataDir), 'current', recordName);
  return existsSync(path) ? hostRecord.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
}

export const liveHostVersion = (dataDir: string): string | undefined => liveRecord(dataDir)?.version;
export const liveHostContract = (dataDir: string): string | undefined => liveRecord(dataDir)?.contract;

export interface PublishedHost {
  readonly version: string;
  readonly outcome: 'switched' | 'already-live';
}

/** Is the host of the present sources in the data directory already, live or not? */
export const hasHost = (context: ReleaseContext): boolean =>
  existsSync(join(hostFolder(context.dataDir), versionOfSources(context.root, 'host'), recordName));

export async function publishHost(context: ReleaseContext): Promise<PublishedHost> {
  const version = versionOfSources(context.root, 'host');
  if (liveHostVersion(context.dataDir) === version) {
    await writeHostIndex(context);
    return { version, outcome: 'already-live' };
  }
  if (hasHost(context)) return switchHost(context, version);
  return publishHostBuild(context, await buildPackage(context.root, 'host', context.say));
}

/** Puts an output folder in place and makes it the live host. */
export async function publishHostBuild(context: ReleaseContext, output: string): Promise<PublishedHost> {
  const { record, files } = await readBuild(output);
  const template = files.get('index.html');
  if (record.kind !== 'host' || template === undefined) throw new ReleaseProblem('refused', `${output} is not a build of the host`);
  const written = precompressed(new Map([...files].filter(([path]) => path !== 'index.html')));
  const own: HostRecord = { version: record.version, contract: record.contract, own: [...written.keys()].sort() };
  const folder = join(hostFolder(context.dataDir), record.version);
  const draft = join(hostFolder(context.dataDir), `.draft-${randomUUID()}`);
  for (const [path, bytes] of [...written, [templateName, template] as const, [recordName, Buffer.from(JSON.stringify(own))] as const]) {
    mkdirSync(dirname(join(draft, path)), { recursive: true });
    writeFileSync(join(draft, path), bytes);
  }
  if (existsSync(folder)) rmSync(draft, { recursive: true });
  else renameSync(draft, folder);
  return switchHost(context, record.version);
}

async function switchHost(context: ReleaseContext, version: string): Promise<PublishedHost> {
  const hosts = hostFolder(context.dataDir);
  carryOver(join(hosts, 'current'), liveRecord(context.dataDir)?.own ?? [], join(hosts, version));
  const link = join(hosts, `.current-${randomUUID()}`);
  await writeIndex(context, join(hosts, version));
  symlinkSync(version, link);
  renameSync(link, join(hosts, 'current'));
  return { version, outcome: 'switched' };
}

function carryOver(from: string, paths: readonly string[], to: string): void {
  for (const path of paths) {
    if (existsSync(join(to, path))) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    linkSync(join(from, path), join(to, path));
  }
}

/** Writes the live host's index.html anew: after a change of the pointer its preload links name the new release. */
export async function writeHostIndex(context: ReleaseContext): Promise<void> {
  const current = join(hostFolder(context.dataDir), 'current');
  if (existsSync(current)) await writeIndex(context, join(hostFolder(context.dataDir), readlinkSync(current)));
}

async function writeIndex(context: ReleaseContext, folder: string): Promise<void> {
  const landing = (await context.store.readPointer('prod'))?.remotes['market']?.stable;
  const html = indexWithInstallation(readFileSync(join(folder, templateName), 'utf8'), { trustedKeys: context.keys.trusted, landing });
  const path = join(folder, 'index.html');
  if (!existsSync(path) || readFileSync(path, 'utf8') !== html) await replaceFile(path, html);
}
