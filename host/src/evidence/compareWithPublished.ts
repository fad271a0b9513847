/** What this device kept, held against what the exchange publishes now. */
import {
  chainedFromFirst,
  compareBeacons,
  compareEntries,
  compareRoots,
  compareSeeds,
  minuteRoot,
  sha256,
  type EvidenceDifference,
  type KeptRoot,
} from '@tessera/shared/fairness';
import type { TickAnchor } from '@tessera/shared/contract';
import type { ApiClient, EvidenceComparison } from '@tessera/shared/federation';
import type { EvidenceStore } from './EvidenceStore';
import { maxEntries } from './readRecordOn';

export const minuteMs = 60_000;
/** As many roots as one answer holds. */
export const maxRoots = 240;

interface CompareDeps {
  readonly store: EvidenceStore;
  readonly api: ApiClient;
  readonly now: () => number;
  readonly random: () => number;
}

/** Of one kind of evidence. */
export type Found = Pick<EvidenceComparison, 'differences'> & { readonly compared: number };
export const nothing: Found = { compared: 0, differences: [] };

export async function compareWithPublished(deps: CompareDeps): Promise<EvidenceComparison> {
  const { store, random, now } = deps;
  // What is kept of a minute that is not over yet holds up no comparison of those that are.
  const newest = await store.newestRoot(now());
  const found: Found[] = [];
  if (newest !== undefined) {
    // The newest hours, and some older ones by chance: who rewrites cannot know which.
    found.push(await compareSpan(deps, newest.minuteMs));
    const oldest = await store.oldestRoot();
    const span = newest.minuteMs - (oldest?.minuteMs ?? newest.minuteMs);
    if (span > maxRoots * minuteMs) found.push(await compareSpan(deps, newest.minuteMs - Math.floor(random() * span)));
  }
  const seeds = await compareRecord(deps);
  const roots = found.reduce((sum, { compared }) => sum + compared, 0);
  const differences = [...found.flatMap((one) => one.differences), ...seeds.differences];
  return { compared: { roots, heads: 0, receipts: 0, seeds: seeds.compared }, differences };
}

async function compareSpan({ store, api, now }: CompareDeps, lastMs: number): Promise<Found> {
  const span = { fromMs: lastMs - (maxRoots - 1) * minuteMs, toMs: lastMs };
  const kept = await store.roots(span.fromMs, span.toMs);
  const { anchors } = await api.call('anchors', span, { toastErrors: false });
  // So many whole minutes fit into one answer: a kept one that is not in it is not shown any more.
  const { compared, differences } = compareRoots(kept, anchors, now(), span);
  return { compared, differences: [...differences, ...(await compareHeadOfRecord({ store, now }, kept, anchors))] };
}

/** The newest root that was kept and is shown, with all that it is made of: the public record that it names is the one that was kept. */
async function compareHeadOfRecord(
  { store, now }: Pick<CompareDeps, 'store' | 'now'>,
  kept: readonly KeptRoot[],
  anchors: readonly TickAnchor[],
): Promise<readonly EvidenceDifference[]> {
  const entries = chainedFromFirst(await store.entries());
  const rootOf = new Map(kept.map((one) => [one.minuteMs, one]));
  const anchor = anchors.findLast(
    ({ minuteMs: minute, root, logs }) =>
      rootOf.get(minute)?.root === root && logs !== undefined && logs.record.seq > 0 && logs.record.seq <= entries.length,
  );
  if (anchor?.logs === undefined) return [];
  const { minuteMs: minute, root, previousRoot, heads, logs } = anchor;
  const of = String(minute);
  const foundAtMs = now();
  const computed = minuteRoot(previousRoot, minute, heads, sha256, logs);
  const keptAtMs = rootOf.get(minute)?.keptAtMs ?? foundAtMs;
  if (computed !== root) return [{ kind: 'root', of, kept: root, shown: computed, keptAtMs, foundAtMs }];
  const entry = entries[logs.record.seq - 1];
  if (entry === undefined || entry.hash === logs.record.hash) return [];
  return [
    { kind: 'entry', of: String(entry.seq), kept: entry.hash, shown: logs.record.hash, keptAtMs: entry.keptAtMs, foundAtMs },
  ];
}

/** The newest entries that were kept and as many older ones by chance, and the days' commitments in all of them with the days as they are shown now. */
async function compareRecord({ store, api, now, random }: CompareDeps): Promise<Found> {
  const kept = chainedFromFirst(await store.entries());
  if (kept.length === 0) return nothing;
  const newest = Math.max(1, kept.length - maxEntries + 1);
  const older = newest === 1 ? [] : [1 + Math.floor(random() * (newest - 1))];
  const found: Found[] = [];
  for (const fromSeq of [newest, ...older]) {
    const { entries } = await api.call('publicRecord', { fromSeq, limit: maxEntries }, { toastErrors: false });
    const asked = kept.slice(fromSeq - 1, fromSeq - 1 + maxEntries);
    found.push(compareEntries(asked, entries, now(), { isWhole: true }));
  }
  const { days } = await api.call('feedDays', {}, { toastErrors: false });
  const seeds = compareSeeds(kept, days, now());
  const beacons = compareBeacons(kept, days, now());
  return {
    compared: seeds.compared + beacons.compared,
    differences: [...found, seeds, beacons].flatMap(({ differences }) => differences),
  };
}
