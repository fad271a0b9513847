/**
 * The one way in which a verb changes a remote: read the pointer, let the verb's transition say what comes of it, check what
 * people would newly get (every file of it, its conformance run, every living host), and make the change the pointer's next
 * serial. It fails with a conflict when somebody else was faster, and then changes nothing: trying again is a decision.
 */
import type { ReleasePointer, ReleaseReference, RemotePointer } from '@tessera/shared/federation';
import type { NamedReleases } from '../commands/StatusReport';
import { livingHosts } from '../gate/livingHosts';
import { neededByRelease } from '../gate/neededContract';
import { passGate, verdicts } from '../gate/verdicts';
import { writeHostIndex } from '../host/hostIndex';
import { checkPrintable } from '../output/printable';
import type { ReleaseContext } from '../ReleaseContext';
import { ReleaseProblem } from '../ReleaseProblem';
import type { Channel } from '../store/Channel';
import type { ChangeMeta } from '../transitions/ChangeMeta';
import { describedChange } from './describedChange';
import { namedReleases } from './namedReleases';
import { toReference } from './toReference';

/** What every verb takes that changes a remote. */
export interface RemoteRequest {
  readonly channel: Channel;
  readonly remote: string;
  /** Why; shown in the history. The verb itself when absent. */
  readonly reason?: string | undefined;
  /** Running pages follow at once, where the remote agrees, instead of at the next safe moment. */
  readonly now?: boolean | undefined;
  /** Checks everything and tells what would change, but changes nothing. */
  readonly dryRun?: boolean | undefined;
  /** Goes on although a host of before, which open pages still run, cannot load the release. */
  readonly despiteRunningHosts?: boolean | undefined;
}

export interface RemoteChange {
  readonly remote: string;
  readonly outcome: 'changed' | 'would-change' | 'unchanged';
  /** Of the change, or of the pointer when nothing changed. */
  readonly serial: number;
  readonly reason: string;
  /** "stable 0.1.0+aa… -> 0.2.0+bb…, locked (blank page)"; empty when nothing changed. */
  readonly change: string;
  readonly warnings: readonly string[];
  readonly after: NamedReleases;
}

export interface VerbRules {
  readonly verb: string;
  /** Stops at a release that was published without its conformance run. */
  readonly needsProof?: boolean;
}

type Transition = (before: RemotePointer | undefined, meta: ChangeMeta) => RemotePointer | Promise<RemotePointer>;

export async function changeRemote(
  context: ReleaseContext,
  request: RemoteRequest,
  rules: VerbRules,
  transition: Transition,
): Promise<RemoteChange> {
  const { channel, remote } = request;
  checkPrintable('--reason', request.reason ?? '');
  checkPrintable('--by', context.by);
  const pointer = await context.store.readPointer(channel);
  // "constructor" is what every object has, and no remote.
  const before = Object.hasOwn(pointer?.remotes ?? {}, remote) ? pointer?.remotes[remote] : undefined;
  const meta: ChangeMeta = {
    remote,
    serial: (pointer?.serial ?? 0) + 1,
    by: context.by,
    reason: request.reason ?? `${rules.verb} ${remote}`,
    atMs: context.now(),
    apply: request.now === true ? 'now' : 'next-safe',
  };
  const after = await transition(before, meta);
  const { serial, reason } = meta;
  if (pointer !== undefined && after === before) {
    return {
      remote,
      outcome: 'unchanged',
      serial: pointer.serial,
      reason,
      change: '',
      warnings: [],
      after: namedReleases(after),
    };
  }
  const warnings = await checkNewlyGiven(context, request, rules, newlyGiven(before, after));
  const next: ReleasePointer = {
    schema: 1,
    channel,
    serial,
    issuedAtMs: meta.atMs,
    by: context.by,
    reason,
    remotes: { ...pointer?.remotes, [remote]: after },
  };
  if (request.dryRun !== true) {
    await context.store.swapPointer(channel, next);
    await writeHostIndex(context, next);
  }
  const outcome = request.dryRun === true ? 'would-change' : 'changed';
  return { remote, outcome, serial, reason, change: describedChange(before, after), warnings, after: namedReleases(after) };
}

/** A published release as the pointer names it, with the contract that it needs; its files are checked when the change is about to give it to people. */
export async function publishedReference(
  { store, artifactOrigin }: ReleaseContext,
  remote: string,
  version: string,
): Promise<ReleaseReference> {
  const manifest = await store.readManifest(remote, version);
  return toReference({ ...manifest, contract: await neededByRelease(store, remote, version, manifest.contract) }, artifactOrigin);
}

export async function newestVersion({ store }: ReleaseContext, remote: string): Promise<string | undefined> {
  return (await store.listReleases(remote))[0]?.version;
}

/** What the change gives to people. A transition leaves what it does not touch as the very same object. */
function newlyGiven(before: RemotePointer | undefined, after: RemotePointer): readonly ReleaseReference[] {
  const canary = after.canary === before?.canary || after.canary?.frozen === true ? null : after.canary;
  return [...(after.stable === before?.stable ? [] : [after.stable]), ...(canary === null ? [] : [canary.release])];
}

async function checkNewlyGiven(
  context: ReleaseContext,
  { remote, despiteRunningHosts }: RemoteRequest,
  { needsProof = false }: VerbRules,
  given: readonly ReleaseReference[],
): Promise<readonly string[]> {
  if (given.length === 0) return [];
  const warnings: string[] = [];
  for (const { version } of given) {
    const { provenAtMs = null } = await context.store.verifyRelease(remote, version);
    if (provenAtMs !== null) continue;
    if (needsProof)
      throw new ReleaseProblem(
        'refused',
        `${remote} ${version} was published without its conformance run; publish it with one, or add --unproven`,
      );
    warnings.push(`${remote} ${version} is unproven: it was published without its conformance run`);
  }
  const releases = given.map(({ version, contract }) => ({ remote, version, contract, isFallback: false }));
  return [...warnings, ...passGate(verdicts(await livingHosts(context), releases), despiteRunningHosts === true)];
}
