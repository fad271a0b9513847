/** publish: a finished build becomes a write-once release in the store, once it has shown that it keeps the contract. Nothing that people load changes by it. */
import type { ReleaseManifest } from '@tessera/shared/federation';
import { buildPackage, builtVersion } from '../build/buildPackage';
import { readRemoteBuild, type RemoteBuild } from '../build/BuildRecord';
import { federationManifestFile, withFederationManifest } from '../build/federationManifest';
import { precompressed } from '../build/precompressed';
import { buildFaults } from '../conformance/buildRules';
import { integrityOf } from '../integrity';
import { checkPrintable } from '../output/printable';
import type { ReleaseContext } from '../ReleaseContext';
import { ReleaseProblem } from '../ReleaseProblem';
import type { PublishOutcome } from '../store/ReleaseStore';
import { conformBuild, requirePassed } from './conform';

export interface PublishRequest {
  /** 'skip': release.json says that the release is unproven. */
  readonly conformance: 'run' | 'skip';
  /** What this release is, in one line; shown beside its version. */
  readonly note?: string | undefined;
}

export interface Published {
  readonly version: string;
  /** 'proven': it was there without its conformance run, and has passed it now. */
  readonly outcome: PublishOutcome | 'proven';
}

/** Publishes the present sources; builds them only when that version is not in the store yet, or is there unproven and is to be proven now. */
export async function publish(context: ReleaseContext, remote: string, request: PublishRequest): Promise<Published> {
  const version = builtVersion(context.root, `remote-${remote}`);
  const isThere = version !== undefined && (await context.store.hasRelease(remote, version));
  if (isThere && (request.conformance === 'skip' || isProven(await context.store.readManifest(remote, version))))
    return { version, outcome: 'already-published' };
  return publishBuild(context, remote, await buildPackage(context.root, `remote-${remote}`, context.say), request);
}

/** Publishes an output folder as it is: also one of a foreign remote, if it has a build.json. */
export async function publishBuild(
  context: ReleaseContext,
  remote: string,
  folder: string,
  { conformance, note }: PublishRequest,
): Promise<Published> {
  if (note !== undefined) checkPrintable('--reason', note);
  const build = await readRemoteBuild(folder, remote);
  const { record } = build;
  const faults = buildFaults(build, await everyRelease(context));
  if (faults.length > 0)
    throw new ReleaseProblem(
      'refused',
      `${remote} ${record.version} cannot be published:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
  const provenAtMs = conformance === 'run' ? await proofOf(context, build) : null;
  const files = precompressed((await isOfBefore(context, build)) ? build.files : withFederationManifest(build));
  const manifest: ReleaseManifest = {
    schema: 1,
    remote,
    version: record.version,
    builtAtMs: context.now(),
    bundler: record.bundler,
    entry: record.entry,
    type: record.type,
    global: record.global,
    contract: record.contract,
    preload: record.preload,
    ...(record.pageFiles === undefined ? {} : { pageFiles: record.pageFiles }),
    files: Object.fromEntries(
      [...files].sort().map(([path, bytes]) => [path, { integrity: integrityOf(bytes), bytes: bytes.length }]),
    ),
    ...(record.pages === undefined ? {} : { pages: record.pages }),
    ...(record.openPages === undefined ? {} : { openPages: record.openPages }),
    provenAtMs,
    ...(note === undefined ? {} : { note }),
  };
  const outcome = await context.store.publish(manifest, files);
  if (outcome === 'published' || provenAtMs === null || isProven(await context.store.readManifest(remote, record.version)))
    return { version: record.version, outcome };
  await context.store.prove(remote, record.version, provenAtMs);
  return { version: record.version, outcome: 'proven' };
}

const isProven = ({ provenAtMs = null }: ReleaseManifest): boolean => provenAtMs !== null;

/** It was published when releases had no manifest for other hosts; what is published keeps its files. */
async function isOfBefore({ store }: ReleaseContext, { record: { name, version } }: RemoteBuild): Promise<boolean> {
  if (!(await store.hasRelease(name, version))) return false;
  return !Object.hasOwn((await store.readManifest(name, version)).files, federationManifestFile);
}

async function everyRelease({ store }: ReleaseContext): Promise<readonly ReleaseManifest[]> {
  const remotes = await store.listRemotes();
  return (await Promise.all(remotes.map((remote) => store.listReleases(remote)))).flat();
}

/** When it passed; a build that fails is refused. */
async function proofOf(context: ReleaseContext, build: RemoteBuild): Promise<number> {
  requirePassed(await conformBuild(context, build));
  return context.now();
}
