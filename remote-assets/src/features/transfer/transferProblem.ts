/**
 * Why a transfer cannot be sent yet, as one ordered list: the first problem labels the button. Works on exact values and
 * on what the server said is available, so a test builds its input in a line.
 */
import type { AccountKind, CoinBalance, ContractSummary } from '@tessera/shared/contract';
import { amount, compare, isPositive, subtract, add, zero, type Amount } from '@tessera/shared/money';

export interface TransferBalances {
  readonly coin: readonly CoinBalance[];
  readonly contract: ContractSummary;
}

export type TransferProblem =
  | { readonly code: 'empty' }
  | { readonly code: 'zero' }
  | { readonly code: 'tooMuch'; readonly available: Amount };

/** What may leave `account` now. Only free margin leaves the contract account. */
export function movable(balances: TransferBalances, account: AccountKind): Amount {
  if (account === 'contract') {
    const free = amount(balances.contract.availableMargin);
    return isPositive(free) ? free : zero;
  }
  const coin = balances.coin.find(({ asset }) => asset === balances.contract.asset);
  return coin === undefined ? zero : amount(coin.available);
}

/** What the account holds as it is shown; the server refuses when it holds something else by now. */
export function seenBalance(balances: TransferBalances, account: AccountKind): string {
  if (account === 'contract') return balances.contract.balance;
  return balances.coin.find(({ asset }) => asset === balances.contract.asset)?.available ?? '0';
}

export function transferProblem(wanted: Amount | undefined, available: Amount): TransferProblem | undefined {
  if (wanted === undefined) return { code: 'empty' };
  if (!isPositive(wanted)) return { code: 'zero' };
  if (compare(wanted, available) > 0) return { code: 'tooMuch', available };
  return undefined;
}

/** Both balances as they will be, or undefined while the amount is no possible transfer. */
export function balancesAfter(
  wanted: Amount | undefined,
  from: Amount,
  to: Amount,
): { readonly from: Amount; readonly to: Amount } | undefined {
  if (wanted === undefined || transferProblem(wanted, from) !== undefined) return undefined;
  return { from: subtract(from, wanted), to: add(to, wanted) };
}
