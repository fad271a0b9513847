/** "-1234567.891" as "−1,234,567.891"; with `digits`, that many of the fraction, what is beyond them cut. */
export function figure(text: string, digits?: number): string {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const shown = digits === undefined ? fraction : fraction.slice(0, digits).padEnd(digits, '0');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${text.startsWith('-') ? '−' : ''}${grouped}${shown === '' ? '' : `.${shown}`}`;
}

/** "0.0375" as "3.75 %". A share is no money. */
export const percent = (share: string): string =>
  `${(Number.parseFloat(share) * 100).toLocaleString('en-GB', { maximumFractionDigits: 2 })} %`;
