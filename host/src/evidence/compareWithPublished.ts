/** What this device kept, held against what the exchange publishes now. */
import { compareBeacons, compareEntries, compareRoots, compareSeeds } from '@tessera/shared/fairness';
import type { ApiClient, EvidenceComparison } from '@tessera/shared/federation';
import type { EvidenceStore } from './EvidenceStore';
import { recordSince } from './recordSince';

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
  const { store, random } = deps;
  const newest = await store.newestRoot();
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
  return compareRoots(kept, anchors, now(), span);
}

/** Entries that were kept, and the days' commitments in them with the days as they are shown now. */
async function compareRecord({ store, api, now }: CompareDeps): Promise<Found> {
  const kept = await store.entries();
  const [first] = kept;
  if (first === undefined) return nothing;
  const kinds = [...new Set(kept.map(({ kind }) => kind))];
  const shown = (await Promise.all(kinds.map((kind) => recordSince(api, kind, first.seq)))).flat();
  const { days } = await api.call('feedDays', {}, { toastErrors: false });
  const seeds = compareSeeds(kept, days, now());
  const entries = compareEntries(kept, shown, now(), { isWhole: true });
  const beacons = compareBeacons(kept, days, now());
  return {
    compared: seeds.compared + beacons.compared,
    differences: [entries, seeds, beacons].flatMap(({ differences }) => differences),
  };
}
