import type { Loan } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';

/** The prices at which the call and the liquidation come, as they are shown. Known where the collateral is one coin. */
export function useLevelPrices() {
  const format = useFormat();
  const shown = (price: string | null): string | null => (price === null ? null : format.figure(price));
  return ({ callPrice, liquidationPrice }: Pick<Loan, 'callPrice' | 'liquidationPrice'>) => ({
    call: shown(callPrice),
    liquidation: shown(liquidationPrice),
  });
}
