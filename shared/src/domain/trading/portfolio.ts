/**
 * What a person owns in one mode, in USDT: the coin account, the contract account, what he keeps for interest, and below zero what he owes of loans,
 * each at the latest prices, and their sum. What lies locked for a loan counts where it came from: coins with the coin account, deposits with what is
 * kept for interest. The server values people with it now and at the end of each day, the screens with the quotes of the moment, so all say the same.
 * A part that nobody can value makes the sum unknown: a sum with a hole would be a wrong sum.
 */
import type { PortfolioPart } from '../contract/wallet';
import {
  add,
  amount,
  divide,
  isPositive,
  isZero,
  max,
  multiply,
  subtract,
  toText,
  zero,
  type Amount,
  type Price,
  type Rate,
} from '../money';

/** In units of the asset. */
export interface OwnedCoin {
  readonly asset: string;
  readonly available: string;
  readonly frozen: string;
  /** Locked for loans, beside the two. Of the asset that prices are in: deposits. */
  readonly collateral?: string | undefined;
}

export interface ContractToValue {
  readonly asset: string;
  readonly usedMargin: string;
  /** null: no position is open, or one has no price. */
  readonly floatingProfit: string | null;
  readonly netEquity: string | null;
}

export interface ValuedPart {
  readonly part: PortfolioPart;
  /** undefined: not known. */
  readonly value: Amount | undefined;
}

/** Decimals of a value in USDT. */
const valueScale = 6;

/** Of one unit in the funding asset; undefined when nobody quotes it. */
export type PriceOfAsset = (asset: string) => Price | undefined;

/** What is available and held of a coin, together. */
export function coinValueOf(
  { asset, available, frozen }: OwnedCoin,
  fundingAsset: string,
  priceOf: PriceOfAsset,
): Amount | undefined {
  const held = add(amount(available), amount(frozen));
  if (asset === fundingAsset || isZero(held)) return held;
  const price = priceOf(asset);
  return price === undefined ? undefined : multiply(held, price, valueScale, 'down');
}

/** What one account holds; a loan's is below zero. */
export interface HeldSum {
  readonly kind: string;
  readonly asset: string;
  readonly balance: Amount;
}

/** Accounts beside the two that are paid from. */
const keptKinds = { treasure: ['deposit', 'project', 'collateral'], loans: ['loan'] } as const satisfies Partial<
  Record<PortfolioPart, readonly string[]>
>;

/**
 * The parts in the order in which they are shown. `held`: all accounts; treasure and loans are parts where they hold something. Locked coins come from
 * either: `held`, or the coins' own `collateral`.
 */
export function portfolioParts(
  coins: readonly OwnedCoin[],
  contract: ContractToValue,
  priceOf: PriceOfAsset,
  held: readonly HeldSum[] = [],
): readonly ValuedPart[] {
  const lockedCoins = [
    ...held.flatMap(({ kind, asset, balance }) => (kind === 'collateral' ? [{ asset, locked: toText(balance) }] : [])),
    ...coins.flatMap(({ asset, collateral }) => (collateral === undefined ? [] : [{ asset, locked: collateral }])),
  ].flatMap(({ asset, locked }) => (asset === contract.asset ? [] : [{ asset, available: locked, frozen: '0' }]));
  return [
    { part: 'coin', value: sumOf([...coins, ...lockedCoins].map((coin) => coinValueOf(coin, contract.asset, priceOf))) },
    { part: 'contract', value: contractValueOf(contract) },
    ...(['treasure', 'loans'] as const).flatMap((part) => {
      const sums = held.filter(
        ({ kind, asset, balance }) =>
          keptKinds[part].some((one) => one === kind) && !isZero(balance) && (kind !== 'collateral' || asset === contract.asset),
      );
      const valueOf = ({ asset, balance }: HeldSum) =>
        coinValueOf({ asset, available: toText(balance), frozen: '0' }, contract.asset, priceOf);
      return sums.length === 0 ? [] : [{ part, value: sumOf(sums.map(valueOf)) }];
    }),
  ];
}

/** A gap can leave equity below zero until the positions are closed; insurance pays that, the person never does. */
function contractValueOf({ usedMargin, floatingProfit, netEquity }: ContractToValue): Amount | undefined {
  if (netEquity === null || (floatingProfit === null && !isZero(amount(usedMargin)))) return undefined;
  return max(zero, amount(netEquity));
}

export const portfolioTotal = (parts: readonly ValuedPart[]): Amount | undefined => sumOf(parts.map(({ value }) => value));

function sumOf(values: readonly (Amount | undefined)[]): Amount | undefined {
  return values.reduce<Amount | undefined>(
    (sum, value) => (sum === undefined || value === undefined ? undefined : add(sum, value)),
    zero,
  );
}

const changeScale = 6;

export interface ValueChange {
  readonly change: Amount;
  /** 0.01 is 1 %; undefined where there was nothing at the start. */
  readonly rate: Rate | undefined;
}

export function valueChangeOf(now: Amount, start: Amount): ValueChange {
  const change = subtract(now, start);
  return { change, rate: isPositive(start) ? divide(change, start, changeScale, 'halfEven') : undefined };
}
