/** The number of a document: as it is compared, as it is shown. */

/** However a keyboard writes it, and however it is grouped on the document: "ab 12-34" is "AB1234". */
export const plainNumber = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Countries number their documents without asking each other. */
export const numberText = (country: string, idNumber: string): string => `${country} ${plainNumber(idNumber)}`;

/** Enough to know it again, too little to use it: "•••• 4567", and no more than a third of a short one. */
export function maskNumber(idNumber: string): string {
  const plain = plainNumber(idNumber);
  return `•••• ${plain.slice(-Math.min(4, Math.floor(plain.length / 3)))}`;
}

export const maskAddress = (address: string): string => (address.length > 12 ? `${address.slice(0, 4)}••••` : '••••');
