/**
 * Makes a host that is in place the live one: `current` is a link that is switched in one step, after the gate has seen that the
 * host can load every remote that is live.
 *
 * An open page of a host of before still asks for its lazy chunks under the same address, so the hashed files of the last hosts
 * are carried over into the folder of the one that becomes live (as links: no space is used twice). That holds in both
 * directions, so a rolled back host still serves the pages of the one that was bad.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ReleasePointer } from '@tessera/shared/federation';
import { neededByRelease } from '../gate/neededContract';
import { passGate, verdicts, type NamedRelease } from '../gate/verdicts';
import { checkPrintable } from '../output/printable';
import type { ReleaseContext } from '../ReleaseContext';
import { ReleaseProblem } from '../ReleaseProblem';
import { hostFolder, hostsFolder, liveHost, readHost } from './hostFolder';
import { writeHostIndex, writeIndexOf } from './hostIndex';
import { addToHostLog, readHostLog, type HostSwitch } from './hostLog';

/** How many hosts of before are carried along. */
const carriedHosts = 3;

export interface HostRequest {
  readonly reason?: string | undefined;
  readonly dryRun?: boolean | undefined;
}

export interface HostChange {
  readonly outcome: 'changed' | 'would-change' | 'unchanged';
  readonly from: string | null;
  readonly to: string;
  readonly reason: string;
  readonly warnings: readonly string[];
}

export async function switchHost(
  context: ReleaseContext,
  version: string,
  verb: HostSwitch['verb'],
  request: HostRequest,
): Promise<HostChange> {
  const { dataDir } = context;
  checkPrintable('--reason', request.reason ?? '');
  checkPrintable('--by', context.by);
  const to = readHost(dataDir, version);
  if (to === undefined) throw new ReleaseProblem('refused', `host ${version} is not published here; "status" lists the hosts`);
  const from = liveHost(dataDir)?.version ?? null;
  const reason = request.reason ?? `${verb} host ${version}`;
  if (from === version) {
    await writeHostIndex(context);
    return { outcome: 'unchanged', from, to: version, reason, warnings: [] };
  }
  const host = { version, contract: to.contract, sessions: 0, isLive: true };
  const pointer = await context.store.readPointer('prod');
  // What a pointer says that an older tool wrote may be too little.
  const named = await Promise.all(
    namedBy(pointer).map(async (release) => ({
      ...release,
      contract: await neededByRelease(context.store, release.remote, release.version, release.contract),
    })),
  );
  const warnings = passGate(verdicts([host], named), false);
  if (request.dryRun === true) return { outcome: 'would-change', from, to: version, reason, warnings };
  carryOver(dataDir, version);
  await writeIndexOf(context, version, pointer);
  const link = join(hostsFolder(dataDir), `.current-${randomUUID()}`);
  symlinkSync(version, link);
  renameSync(link, join(hostsFolder(dataDir), 'current'));
  addToHostLog(dataDir, { atMs: context.now(), by: context.by, reason, verb, from, to: version });
  return { outcome: 'changed', from, to: version, reason, warnings };
}

function namedBy(pointer: ReleasePointer | undefined): readonly NamedRelease[] {
  return Object.entries(pointer?.remotes ?? {}).flatMap(([remote, { stable, previous, canary }]) => [
    { remote, version: stable.version, contract: stable.contract, isFallback: false },
    ...(previous === null ? [] : [{ remote, version: previous.version, contract: previous.contract, isFallback: true }]),
    ...(canary === null
      ? []
      : [{ remote, version: canary.release.version, contract: canary.release.contract, isFallback: canary.frozen }]),
  ]);
}

function carryOver(dataDir: string, to: string): void {
  const live = liveHost(dataDir)?.version;
  const recent = new Set([...(live === undefined ? [] : [live]), ...readHostLog(dataDir).map((entry) => entry.to)]);
  for (const version of [...recent].slice(0, carriedHosts)) {
    for (const path of readHost(dataDir, version)?.own ?? []) {
      const target = join(hostFolder(dataDir, to), path);
      if (existsSync(target)) continue;
      mkdirSync(dirname(target), { recursive: true });
      linkSync(join(hostFolder(dataDir, version), path), target);
    }
  }
}
