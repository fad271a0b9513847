/** Evidence of a host that keeps none: its remotes show so, and compare proofs only with what the exchange says now. */
import { BehaviorSubject } from '@tessera/shared/kernel';
import { AppError } from '@tessera/shared/errors';
import type { Evidence, EvidenceComparison } from '@tessera/shared/federation';

const nothing: EvidenceComparison = { compared: { roots: 0, heads: 0, receipts: 0, seeds: 0 }, differences: [] };
const refuse = async (): Promise<never> => {
  throw new AppError('PLEASE_RETRY');
};

export const keepsNothing: Evidence = {
  state: new BehaviorSubject<Evidence['state']['value']>('refused'),
  unread: new BehaviorSubject<Evidence['unread']['value']>([]),
  keepReceipt: async () => undefined,
  receiptsOf: async () => [],
  rootsKept: async () => [],
  headsKept: async () => [],
  entriesKept: async () => [],
  compare: async () => nothing,
  compareNow: async () => nothing,
  differences: async () => [],
  markRead: async () => undefined,
  summary: async () => ({ roots: 0, heads: 0, entries: 0, receipts: 0, fromMs: null, newest: null }),
  export: refuse,
  import: refuse,
  redraw: refuse,
};
