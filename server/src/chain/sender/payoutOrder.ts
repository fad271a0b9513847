/** What a payout says to a chain: the network's own coin to the address, or the token's transfer to it. Pure. */
import { amount, decimalsOf, toText } from '@tessera/shared/money';
import { invariant } from '@tessera/shared/errors';
import { encodeFunctionData, erc20Abi, parseUnits, type Address, type Hex } from 'viem';

/** How the catalogue has the asset on its network. */
export interface ChainAsset {
  /** In small letters; null: the network's own coin. */
  readonly tokenContract: string | null;
  readonly decimals: number;
}

export interface PayoutOrder {
  /** Who receives it. */
  readonly to: Address;
  readonly sum: bigint;
  /** Null: the network's own coin. */
  readonly token: Address | null;
}

/** Of decimal text. It is never rounded: a sum finer than the chain's smallest unit breaks an invariant. */
export function payoutOrder(
  pays: { readonly to: string; readonly sum: string },
  { tokenContract, decimals }: ChainAsset,
): PayoutOrder {
  const sum = amount(pays.sum);
  invariant(decimalsOf(sum) <= decimals, `${pays.sum} has more than ${decimals} decimals`);
  // In small letters: the library refuses a checksum where there is none.
  return { to: pays.to.toLowerCase() as Address, sum: parseUnits(toText(sum), decimals), token: tokenContract as Address | null };
}

/** The call that carries it out. */
export const callOf = ({ to, sum, token }: PayoutOrder): { readonly to: Address; readonly value: bigint; readonly data?: Hex } =>
  token === null
    ? { to, value: sum }
    : { to: token, value: 0n, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, sum] }) };
