import { useFormat } from '@tessera/shared/i18n';
import { useEndpoint } from '@tessera/shared/react';

/** A mean lies between the steps of its market. */
const meanDigits = 2;

/** Prices as their market writes them, cut as they are decided: a call at 53,068.84 comes at the step of 53,068.8 and not at 53,068.9. */
export function usePriceText() {
  const format = useFormat();
  const { data } = useEndpoint('coinList', {}, { freshMs: 600_000 });
  const digitsOf = (symbol: string): number | undefined => data?.symbols.find((one) => one.symbol === symbol)?.digits;
  return {
    price: (price: string, symbol: string): string => format.figure(price, { scale: digitsOf(symbol) }),
    mean(mean: string, symbol: string): string {
      const digits = digitsOf(symbol);
      return format.figure(mean, { scale: digits === undefined ? undefined : digits + meanDigits });
    },
  };
}
