/** What is shown, held against what this device kept of the same. */
import {
  compareBeacons,
  compareHeads,
  compareReceipts,
  compareRequests,
  compareRoots,
  compareSeeds,
} from '@tessera/shared/fairness';
import type { Evidence, EvidenceComparison } from '@tessera/shared/federation';
import { nothing } from './compareWithPublished';
import type { EvidenceStore, OwnedReceipt } from './EvidenceStore';
import { headsAround, rootsAround } from './keptAround';

interface CompareDeps {
  readonly store: EvidenceStore;
  readonly now: () => number;
  readonly ownReceipts: () => Promise<readonly OwnedReceipt[]>;
}

export async function compareShown(
  { store, now, ownReceipts }: CompareDeps,
  { anchors = [], ticks = [], receipts = [], requestsOf, feedDays = [] }: Parameters<Evidence['compare']>[0],
): Promise<EvidenceComparison> {
  const roots = compareRoots(await rootsAround(store, anchors), anchors, now());
  const heads = compareHeads(await headsAround(store, ticks), ticks, now());
  const own = receipts.length === 0 && requestsOf === undefined ? [] : await ownReceipts();
  const signed = compareReceipts(own, receipts, now());
  const asked = requestsOf === undefined ? nothing : compareRequests(own, receipts, requestsOf, now());
  const entries = feedDays.length === 0 ? [] : await store.entries();
  const seeds = compareSeeds(entries, feedDays, now());
  const beacons = compareBeacons(entries, feedDays, now());
  return {
    compared: { roots: roots.compared, heads: heads.compared, receipts: signed.compared, seeds: seeds.compared },
    differences: [roots, heads, signed, asked, seeds, beacons].flatMap(({ differences }) => differences),
  };
}
