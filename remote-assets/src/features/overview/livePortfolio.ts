/**
 * What the person owns by the quotes of this moment, with the function by which the server counts it. A coin whose first quote has
 * not come yet counts as the server last said, and so do Interest Treasure and loans.
 */
import type { CoinBalance, PortfolioPart } from '@tessera/shared/contract';
import { amount, isZero, price, toText, type Amount } from '@tessera/shared/money';
import { coinValueOf, portfolioParts, portfolioTotal, type ContractToValue } from '@tessera/shared/trading';
import type { Wallet } from '@tessera/shared/wallet';

export interface CoinPrices {
  /** Only one that is not old. */
  readonly priceOf: (asset: string) => string | undefined;
  /** Has any come? */
  readonly hasHeardOf: (asset: string) => boolean;
}

export interface LivePortfolio {
  readonly parts: readonly { readonly part: PortfolioPart; readonly value: string | null }[];
  /** In the wallet's asset. null: not known. */
  readonly total: string | null;
  readonly coinValue: (coin: CoinBalance) => string | null;
}

export function livePortfolio(wallet: Wallet, contract: ContractToValue, { priceOf, hasHeardOf }: CoinPrices): LivePortfolio {
  const exactPriceOf = (asset: string) => {
    const text = priceOf(asset);
    return text === undefined ? undefined : price(text);
  };
  const counted = portfolioParts(wallet.coin, contract, exactPriceOf);
  const isHeard = pricedCoins(wallet).every(hasHeardOf);
  const known = counted.map(({ part, value }) => ({
    part,
    value: part === 'coin' && !isHeard ? amountOf(wallet.coinTotal) : value,
  }));
  const said = (wallet.parts ?? []).filter(({ part }) => part === 'treasure' || part === 'loans');
  const parts = [...known, ...said.map(({ part, value }) => ({ part, value: amountOf(value) }))];
  return {
    parts: parts.map(({ part, value }) => ({ part, value: textOf(value) })),
    total: textOf(portfolioTotal(parts)),
    coinValue: (coin) => textOf(coinValueOf(coin, wallet.contract.asset, exactPriceOf)),
  };
}

/** Those whose worth depends on a price. */
export const pricedCoins = ({ coin, contract }: Wallet): readonly string[] =>
  coin.flatMap(({ asset, available, frozen, collateral = '0' }) =>
    asset === contract.asset || [available, frozen, collateral].every((sum) => isZero(amount(sum))) ? [] : [asset],
  );

export const symbolOfCoin = (asset: string): string => `${asset}-USDT`;

const amountOf = (text: string | null): Amount | undefined => (text === null ? undefined : amount(text));
const textOf = (figure: Amount | undefined): string | null => (figure === undefined ? null : toText(figure));
