/** build.json, which the webpack factory leaves beside its output: the part of a release that its files do not show. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { ReleaseProblem } from '../ReleaseProblem';
import { filesUnder } from '../store/durableFiles';

const common = { schema: z.literal(1), version: z.string(), bundler: z.string() };
const buildRecord = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('remote'),
    name: z.string(),
    contract: z.string(),
    entry: z.string(),
    type: z.enum(['global', 'module']),
    global: z.string(),
    preload: z.array(z.string()),
    /** By page: what it needs beyond `preload`. */
    pageFiles: z.optional(z.record(z.string(), z.array(z.string()))),
    /** Pages of its own that the host's table does not know. */
    pages: z.optional(z.array(z.string())),
    /** Those of them that visitors see too. */
    openPages: z.optional(z.array(z.string())),
  }),
  z.object({ ...common, kind: z.literal('host'), name: z.literal('host'), contract: z.string() }),
  /** The operators' console: built, never published. */
  z.object({ ...common, kind: z.literal('console'), name: z.literal('console') }),
]);
export type BuildRecord = z.infer<typeof buildRecord>;
export type RemoteBuildRecord = Extract<BuildRecord, { kind: 'remote' }>;

export interface Build {
  readonly record: BuildRecord;
  /** Every output file but build.json, by its path in the output folder. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}
export interface RemoteBuild extends Build {
  readonly record: RemoteBuildRecord;
}

/** undefined when there is no build, or one of another age of the factory: either way it must be built again. */
export function readBuildRecord(folder: string): BuildRecord | undefined {
  const path = join(folder, 'build.json');
  return existsSync(path) ? buildRecord.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data : undefined;
}

export async function readBuild(folder: string): Promise<Build> {
  const record = readBuildRecord(folder);
  if (record === undefined) throw new ReleaseProblem('refused', `${folder} holds no finished build (no readable build.json)`);
  const paths = (await filesUnder(folder)).filter((path) => path !== 'build.json');
  return { record, files: new Map(paths.map((path) => [path, readFileSync(join(folder, path))])) };
}

/** Refuses a build of anything but this remote. */
export async function readRemoteBuild(folder: string, remote: string): Promise<RemoteBuild> {
  const { record, files } = await readBuild(folder);
  if (record.kind !== 'remote' || record.name !== remote) {
    throw new ReleaseProblem('refused', `${folder} is a build of ${record.name}, not of the remote ${remote}`);
  }
  return { record, files };
}
