import type { StatementEntry } from '@tessera/shared/contract';

export type Cause =
  | { readonly is: 'order' | 'topUp' | 'withdrawal' | 'exchange'; readonly id: string; readonly page?: CausePage }
  | { readonly is: 'transfer'; readonly from: 'coin' | 'contract'; readonly to: 'coin' | 'contract' };

export interface CausePage {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
}

/** What an entry was caused by, and where that is shown; undefined: the kind says it all. */
export function causeOf({ kind, ref }: Pick<StatementEntry, 'kind' | 'ref'>): Cause | undefined {
  switch (kind) {
    case 'seconds_open':
    case 'seconds_settle':
      return orderOf(ref, { path: '/pages/contract/transactionRecords', query: { product: 'seconds' } });
    case 'leverage':
      return orderOf(ref, { path: '/pages/contract/transactionRecords', query: { product: 'leverage' } });
    case 'spot':
      return orderOf(ref, { path: '/pages/trade/order', query: { tab: 'history' } });
    case 'topup':
      return topUpOf(ref);
    // A correction of an order has its number; anything else that was taken back is a top-up.
    case 'adjustment':
      return isNumber(ref) ? { is: 'order', id: ref } : topUpOf(ref);
    case 'withdrawal': {
      const id = ref.replace(/^withdrawal:/, '');
      return { is: 'withdrawal', id, page: { path: '/pages/assets/withdrawOrder', query: { id } } };
    }
    case 'flash':
      return { is: 'exchange', id: ref };
    case 'treasure':
      return orderOf(ref, { path: '/pages/InterestTreasure/order', query: { id: ref } });
    case 'transfer':
      return ref === 'contract-coin'
        ? { is: 'transfer', from: 'contract', to: 'coin' }
        : { is: 'transfer', from: 'coin', to: 'contract' };
    case 'project':
      return orderOf(ref, { path: '/pages/InterestTreasure/order', query: { product: 'projects' } });
    case 'loan':
      return orderOf(ref, { path: '/pages/InterestTreasure/order', query: { product: 'loans', id: ref } });
    case 'demo_open':
    case 'demo_refill':
      return undefined;
  }
}

const isNumber = (ref: string): boolean => /^\d+$/.test(ref);
const orderOf = (id: string, page: CausePage): Cause => ({ is: 'order', id, page });
const topUpOf = (id: string): Cause => ({ is: 'topUp', id, page: { path: '/pages/assets/topupOrder', query: { id } } });
