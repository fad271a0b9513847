/** "640 kB", "1.2 MB", as the language writes it. */
export function sizeText(bytes: number, languageTag: string): string {
  const isSmall = bytes < 1_000_000;
  return new Intl.NumberFormat(languageTag, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: isSmall ? 0 : 1,
  }).format(isSmall ? Math.max(1, bytes / 1000) : bytes / 1_000_000);
}
