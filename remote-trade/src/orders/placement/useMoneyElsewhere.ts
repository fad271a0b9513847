import type { EndpointResponse } from '@tessera/shared/contract';
import { amount, isPositive, isZero } from '@tessera/shared/money';
import { useWallet } from '@tessera/shared/wallet';

/**
 * Of who has nothing to pay with: a transfer brings some ('there'), or the whole account is empty ('none'). undefined while
 * that is not known, and where all he has is of another kind: coins, savings, what stands in orders.
 */
export function useMoneyElsewhere(
  from: 'coin' | 'contract' | undefined,
  { isAsked }: { readonly isAsked: boolean },
): 'there' | 'none' | undefined {
  const { data } = useWallet({ isEnabled: isAsked });
  if (!isAsked || data === undefined) return undefined;
  if (from !== undefined && isPositive(amount(movable(data, from)))) return 'there';
  return isAllEmpty(data) ? 'none' : undefined;
}

type Wallet = EndpointResponse<'walletList'>;

/** What a transfer can take: it moves the asset that the contract account is kept in. */
const movable = ({ coin, contract }: Wallet, from: 'coin' | 'contract'): string =>
  from === 'contract' ? contract.availableMargin : (coin.find(({ asset }) => asset === contract.asset)?.available ?? '0');

/** A part without a price is not taken for nothing. */
const isAllEmpty = ({ coin, contract, parts = [] }: Wallet): boolean =>
  [
    ...coin.flatMap(({ available, frozen, collateral = '0' }) => [available, frozen, collateral]),
    contract.balance,
    ...parts.map(({ value }) => value),
  ].every((held) => held !== null && isZero(amount(held)));
