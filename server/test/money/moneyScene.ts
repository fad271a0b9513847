/** Two people, a merchant, and everything that they have begun. */
import type { TestOperator } from '../anOperator';
import type { TestMerchant } from '../aMerchant';
import type { Person } from '../tradingExchange';
import type { MoneyDesk } from './moneyDesk';
import { createMoneyModel, of, sumOf, type AccountKey, type MoneyModel } from './moneyModel';

export interface Owner extends Person {
  readonly payeeId: string;
}
interface Owned {
  readonly who: number;
  readonly sum: bigint;
}
export interface AskedTopUp extends Owned {
  readonly number: string;
  readonly rail: AccountKey;
  status: 'waiting' | 'success' | 'over';
}
export interface CardTopUp extends Owned {
  readonly reference: string;
  readonly untilMs: number;
  payment: 'open' | 'paid' | 'declined' | 'expired' | 'refunded' | 'charged_back';
  isCredited: boolean;
}
export interface ChainTopUp extends Owned {
  readonly id: number;
  state: 'arrived' | 'credited' | 'missing' | 'owed' | 'taken back';
}
export interface MerchantOrder extends Owned {
  readonly id: string;
  readonly payByMs: number;
  status: 'reserved' | 'paid' | 'released' | 'over';
}
export interface AskedWithdrawal extends Owned {
  readonly id: string;
  readonly fee: bigint;
  status: 'waiting' | 'paying' | 'over';
}

interface Cast {
  readonly desk: MoneyDesk;
  readonly people: readonly [Owner, Owner];
  readonly merchant: TestMerchant;
  /** Signed in anew when time has passed. */
  operators: readonly [TestOperator, TestOperator];
}
export interface Scene extends Cast {
  readonly model: MoneyModel;
  readonly topUps: AskedTopUp[];
  readonly cards: CardTopUp[];
  readonly arrivals: ChainTopUp[];
  readonly orders: MerchantOrder[];
  readonly withdrawals: AskedWithdrawal[];
  /** By the merchant, in all. */
  settled: bigint;
  coin(who: number, asset?: string): AccountKey;
}

export function createScene(
  cast: Cast,
  {
    coin,
    contract,
    coins,
  }: { readonly coin: string; readonly contract: string; readonly coins: Readonly<Record<string, string>> },
): Scene {
  const coinOf = (who: number, asset = 'USDT') => of(cast.people[who === 0 ? 0 : 1].userId, 'coin', asset);
  const beginning = new Map<AccountKey, bigint>();
  cast.people.forEach(({ userId }, who) => {
    beginning.set(coinOf(who), sumOf(coin)).set(of(userId, 'contract'), sumOf(contract));
    for (const [asset, sum] of Object.entries(coins)) beginning.set(coinOf(who, asset), sumOf(sum));
  });
  const nothing = { topUps: [], cards: [], arrivals: [], orders: [], withdrawals: [], settled: 0n };
  return { ...cast, ...nothing, model: createMoneyModel(beginning), coin: coinOf };
}
