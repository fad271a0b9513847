import type { CoinBalance } from '@tessera/shared/contract';
import { amount, isZero } from '@tessera/shared/money';

interface Wanted {
  readonly hidesZero: boolean;
  /** As typed. */
  readonly search: string;
}

/** Rows to show: those that hold something first, each group in the server's order. */
export function visibleCoins(coins: readonly CoinBalance[], { hidesZero, search }: Wanted): readonly CoinBalance[] {
  const text = search.trim().toUpperCase();
  const found = coins.filter(({ asset }) => asset.includes(text));
  const isEmpty = ({ available, frozen, collateral = '0' }: CoinBalance) =>
    [available, frozen, collateral].every((sum) => isZero(amount(sum)));
  const held = found.filter((coin) => !isEmpty(coin));
  return hidesZero ? held : [...held, ...found.filter(isEmpty)];
}
