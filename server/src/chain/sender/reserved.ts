import type { Address } from 'viem';
import type { PayoutOrder } from './payoutOrder';

interface Spent {
  readonly order: PayoutOrder;
  readonly gasLimit: bigint;
  readonly maxFee: bigint;
}
/** What leaves the wallet with transactions that are in no block yet. */
export interface Reserved {
  of(token: Address | null): bigint;
  add(spent: Spent): void;
}

export function createReserved(): Reserved {
  const sums = new Map<Address | null, bigint>();
  const of = (token: Address | null) => sums.get(token) ?? 0n;
  return {
    of,
    add({ order: { token, sum }, gasLimit, maxFee }) {
      sums.set(token, of(token) + sum);
      sums.set(null, of(null) + gasLimit * maxFee);
    },
  };
}
