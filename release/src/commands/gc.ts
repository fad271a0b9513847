/**
 * gc: removes releases and hosts that nobody can still need. Each stays for any one of the reasons below; the plan is made from
 * what was read and removes nothing itself. A page that sleeps with its lid closed is in no presence for hours, hence the long spans.
 */
import type { ReleasePointer } from '@tessera/shared/federation';
import { listHosts, liveHost, publishedHostAtMs, removeHost } from '../host/hostFolder';
import { readHostLog } from '../host/hostLog';
import type { ReleaseContext } from '../ReleaseContext';
import { ReleaseProblem } from '../ReleaseProblem';
import type { Channel } from '../store/Channel';
import type { Presence } from '../store/ReleaseStore';

const hourMs = 3_600_000;
const presenceCountsMs = 24 * hourMs;
const youngMs = 24 * hourMs;
const liveLatelyMs = 7 * 24 * hourMs;
const draftMs = 24 * hourMs;

export const keepReasons = {
  named: 'it is named as live, or as what to fall back to',
  running: 'a page ran it within 24 hours',
  'live-lately': 'it was named within 7 days',
  newest: 'it is among the newest',
  young: 'it was published within 24 hours',
  'presence-unknown': 'not every server tells what its pages run; go on with --without-presence',
} as const;
export type KeepReason = keyof typeof keepReasons;

export interface ReleaseName {
  /** "host" for a build of the shell. */
  readonly remote: string;
  readonly version: string;
}

export interface KeptRelease extends ReleaseName {
  readonly because: readonly KeepReason[];
}

export interface GcPlan {
  readonly remove: readonly ReleaseName[];
  readonly keep: readonly KeptRelease[];
}

/** What was named as live from a time on, until the next statement. */
export interface LiveStatement {
  readonly sinceMs: number;
  readonly names: readonly ReleaseName[];
}

export interface GcFindings {
  readonly releases: readonly (ReleaseName & { readonly builtAtMs: number })[];
  /** Newest first: at least every statement of the last 7 days and the one before them. */
  readonly live: readonly LiveStatement[];
  readonly presence: Presence;
  readonly nowMs: number;
}

export interface GcRequest {
  readonly channel: Channel;
  /** How many of the newest of each remote stay whatever else. */
  readonly keep: number;
  /** Goes on although no server tells what pages run. */
  readonly withoutPresence?: boolean | undefined;
  /** Also removes folders without release.json. Only while nobody publishes: that is what a publish under way looks like. */
  readonly unfinished?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
}

export interface GcReport {
  readonly outcome: 'changed' | 'would-change' | 'unchanged';
  readonly removed: readonly ReleaseName[];
  readonly kept: readonly KeptRelease[];
  /** Folders without release.json: removed with `unfinished`, else only shown. */
  readonly unfinished: readonly ReleaseName[];
  /** Half-written files of writers that died more than a day ago; a dry run does not look for them. */
  readonly draftsRemoved: number;
}

export function planGc(
  { releases, live, presence, nowMs }: GcFindings,
  { keep, withoutPresence = false }: Pick<GcRequest, 'keep' | 'withoutPresence'>,
): GcPlan {
  const within = (atMs: number, spanMs: number): boolean => nowMs - atMs < spanMs;
  const counting = presence.reports.filter(({ atMs }) => within(atMs, presenceCountsMs));

  const ids = (statements: readonly LiveStatement[]): ReadonlySet<string> =>
    new Set(statements.flatMap(({ names }) => names.map(id)));
  const named = ids(live.slice(0, 1));
  const namedLately = ids(live.filter((_, index) => within(live[index - 1]?.sinceMs ?? nowMs, liveLatelyMs)));
  const running = new Set(
    counting.flatMap(({ remotes, hosts }) =>
      Object.entries({ ...remotes, host: hosts }).flatMap(([remote, versions]) =>
        Object.keys(versions).map((version) => id({ remote, version })),
      ),
    ),
  );
  const newest = new Set(
    [...new Set(releases.map(({ remote }) => remote))].flatMap((remote) =>
      releases
        .filter((release) => release.remote === remote)
        .sort((a, b) => b.builtAtMs - a.builtAtMs)
        .slice(0, keep),
    ),
  );

  const judged = releases.map((release): KeptRelease => {
    const { remote, version, builtAtMs } = release;
    const name = id(release);
    const holds: Readonly<Record<KeepReason, boolean>> = {
      named: named.has(name),
      running: running.has(name),
      'live-lately': namedLately.has(name),
      newest: newest.has(release),
      young: within(builtAtMs, youngMs),
      'presence-unknown': (counting.length === 0 || presence.unreadable.length > 0) && !withoutPresence,
    };
    const because = (Object.keys(keepReasons) as KeepReason[]).filter((reason) => holds[reason]);
    return { remote, version, because };
  });
  return {
    remove: judged.filter(({ because }) => because.length === 0).map(({ remote, version }) => ({ remote, version })),
    keep: judged.filter(({ because }) => because.length > 0),
  };
}

const id = ({ remote, version }: ReleaseName): string => `${remote} ${version}`;

export function statementOf({ issuedAtMs, remotes }: ReleasePointer): LiveStatement {
  const names = Object.entries(remotes).flatMap(([remote, { stable, previous, canary }]) =>
    [stable, previous, canary?.release].flatMap((release) => (release ? [{ remote, version: release.version }] : [])),
  );
  return { sinceMs: issuedAtMs, names };
}

export async function gc(context: ReleaseContext, request: GcRequest): Promise<GcReport> {
  const { store } = context;
  const pointer = await store.readPointer(request.channel);
  const releases = (await Promise.all((await store.listRemotes()).map((remote) => store.listReleases(remote)))).flat();
  const nowMs = context.now();
  const presence = await store.readPresence();
  const plan = planGc({ releases, live: (await recentPointers(context, nowMs)).map(statementOf), presence, nowMs }, request);
  const host = liveHost(context.dataDir)?.version;
  const hostPlan = planGc({ ...hostFindings(context), presence, nowMs }, request);
  const unfinished = await store.listUnfinished();
  const removing = [...plan.remove, ...hostPlan.remove, ...(request.unfinished === true ? unfinished : [])];
  const found = { removed: [...plan.remove, ...hostPlan.remove], kept: [...plan.keep, ...hostPlan.keep], unfinished };
  if (request.dryRun === true) return { ...found, outcome: removing.length > 0 ? 'would-change' : 'unchanged', draftsRemoved: 0 };

  for (const { remote, version } of removing) {
    if ((await store.readPointer(request.channel))?.serial !== pointer?.serial || liveHost(context.dataDir)?.version !== host) {
      throw new ReleaseProblem('conflict', 'somebody else changed what is live meanwhile; look at "status" and try again');
    }
    if (remote === 'host') removeHost(context.dataDir, version);
    else await store.removeRelease(remote, version);
  }
  const draftsRemoved = await store.removeDrafts(nowMs - draftMs);
  return { ...found, outcome: removing.length + draftsRemoved > 0 ? 'changed' : 'unchanged', draftsRemoved };
}

/** Reads back until the pointer that was live a week ago. */
async function recentPointers({ store }: ReleaseContext, nowMs: number): Promise<readonly ReleasePointer[]> {
  for (let count = 50; ; count *= 4) {
    const pointers = (await store.readLog(count)).map(({ pointer }) => pointer);
    const oldest = pointers.at(-1);
    if (oldest === undefined || pointers.length < count || nowMs - oldest.issuedAtMs >= liveLatelyMs) return pointers;
  }
}

/** The hosts of this data directory; the host log says which was live when. */
function hostFindings({ dataDir }: ReleaseContext): Pick<GcFindings, 'releases' | 'live'> {
  const remote = 'host';
  return {
    releases: listHosts(dataDir).map((version) => ({ remote, version, builtAtMs: publishedHostAtMs(dataDir, version) })),
    live: readHostLog(dataDir).map(({ atMs, from, to }, index) => {
      // The one before is what a rollback goes back to.
      const versions = index === 0 && from !== null ? [to, from] : [to];
      return { sinceMs: atMs, names: versions.map((version) => ({ remote, version })) };
    }),
  };
}

export function gcText({ outcome, removed, kept, unfinished, draftsRemoved }: GcReport): string {
  const verb = outcome === 'would-change' ? 'would remove' : 'removed';
  return [
    ...removed.map(({ remote, version }) => `${verb} ${remote} ${version}`),
    ...kept.map(
      ({ remote, version, because }) => `keeps ${remote} ${version}: ${because.map((reason) => keepReasons[reason]).join(', ')}`,
    ),
    ...unfinished.map(
      ({ remote, version }) => `unfinished ${remote} ${version}: publishing it again completes it, --unfinished removes it`,
    ),
    ...(draftsRemoved > 0 ? [`removed ${draftsRemoved} files that writers left half-written`] : []),
    ...(outcome === 'would-change' ? ['dry run: nothing changed'] : []),
  ].join('\n');
}
