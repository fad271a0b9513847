import { useFormat } from '@tessera/shared/i18n';
import { useEndpoint } from '@tessera/shared/react';

/** A mean has more digits than its market's prices. */
const meanDigits = 2;
const notKnown = '–';

/**
 * Prices with their unit and their market's digits, rounded down as the decision works: a call at 53,068.84 comes at the step 53,068.8, not
 * at 53,068.9. A dash until the market's digits are known.
 */
export function usePriceText() {
  const format = useFormat();
  const { data } = useEndpoint('coinList', {}, { freshMs: 600_000 });
  const written = (figure: string, symbol: string, moreDigits = 0): string => {
    const market = data?.symbols.find((one) => one.symbol === symbol);
    return market === undefined ? notKnown : `${format.figure(figure, { scale: market.digits + moreDigits })} ${market.quote}`;
  };
  return {
    price: (price: string, symbol: string): string => written(price, symbol),
    mean: (mean: string, symbol: string): string => written(mean, symbol, meanDigits),
  };
}
