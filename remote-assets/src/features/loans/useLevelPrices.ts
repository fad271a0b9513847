import type { Loan } from '@tessera/shared/contract';
import { usePriceText } from './usePriceText';

/** The shown prices of the margin call and the liquidation. Known only if one coin is the only collateral (`collateral`). */
export function useLevelPrices() {
  const text = usePriceText();
  return (
    { callPrice, liquidationPrice }: Pick<Loan, 'callPrice' | 'liquidationPrice'>,
    collateral: readonly { readonly kind: 'coin' | 'treasure'; readonly asset: string }[],
    quote: string,
  ) => {
    const coin = collateral.find(({ kind }) => kind === 'coin')?.asset ?? '';
    const shown = (price: string | null): string | null => (price === null ? null : text.price(price, `${coin}-${quote}`));
    return { call: shown(callPrice), liquidation: shown(liquidationPrice) };
  };
}
