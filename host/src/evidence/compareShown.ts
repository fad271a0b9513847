/** What is shown, held against what this device kept of the same. */
import {
  compareBeacons,
  compareHeads,
  compareReceipts,
  compareRequests,
  compareRoots,
  compareSeeds,
  headsOfReceipts,
  type EvidenceDifference,
} from '@tessera/shared/fairness';
import type { Evidence, EvidenceComparison } from '@tessera/shared/federation';
import { nothing } from './compareWithPublished';
import type { EvidenceStore, OwnedReceipt } from './EvidenceStore';
import { headsAround, rootsAround } from './keptAround';
import type { SignedInFile } from './signedInFile';

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
  const own = await ownReceipts();
  const heads = compareHeads([...(await headsAround(store, ticks)), ...headsOfReceipts(own)], ticks, now());
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

export async function compareFile(
  { store, now, ownReceipts }: CompareDeps,
  { roots, receipts }: SignedInFile,
): Promise<readonly EvidenceDifference[]> {
  const signed = receipts.map(({ receipt }) => receipt);
  return [
    compareRoots(await rootsAround(store, roots), roots, now()),
    compareReceipts(await ownReceipts(), signed, now()),
  ].flatMap(({ differences }) => differences);
}

/** It is one of its order, and signed over the log that everybody is shown. */
export async function compareReceipt(
  { store, now, ownReceipts }: CompareDeps,
  kept: OwnedReceipt,
): Promise<readonly EvidenceDifference[]> {
  const heads = headsOfReceipts([kept]);
  return [
    compareReceipts(await ownReceipts(), [kept.receipt], now()),
    compareHeads(await headsAround(store, heads), heads, now()),
  ].flatMap(({ differences }) => differences);
}
