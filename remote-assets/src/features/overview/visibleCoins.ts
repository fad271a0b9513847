import type { CoinBalance } from '@tessera/shared/contract';
import { amount, isZero } from '@tessera/shared/money';

/** Rows to show: those that hold something first, each group in the server's order. */
export function visibleCoins(coins: readonly CoinBalance[], hidesZero: boolean): readonly CoinBalance[] {
  const isEmpty = ({ available, frozen }: CoinBalance) => isZero(amount(available)) && isZero(amount(frozen));
  const held = coins.filter((coin) => !isEmpty(coin));
  return hidesZero ? held : [...held, ...coins.filter(isEmpty)];
}
