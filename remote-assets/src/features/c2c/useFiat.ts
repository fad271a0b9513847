import { useFormat } from '@tessera/shared/i18n';

/** "92.50 EUR", with the decimals that the text has. */
export function useFiat(): (text: string, currency: string) => string {
  const format = useFormat();
  return (text, currency) => `${format.figure(text, { leastScale: text.split('.')[1]?.length ?? 0 })} ${currency}`;
}
