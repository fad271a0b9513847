/** The symbol whose price turns amounts of a quote currency into USDT; undefined where none is needed: 1 USD is counted as 1 USDT. */
export const divisorSymbolOf = ({ quote }: { readonly quote: string }): string | undefined =>
  quote === 'USDT' || quote === 'USD' ? undefined : `USD-${quote}`;
