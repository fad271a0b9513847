/** The number of a document: as it is compared, as it is shown. */

/** Letters of other writings that are drawn like Latin ones, in capitals. */
const [drawnLike, latin] = ['АВЕЅІЈКМНОРСТХУΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABESIJKMHOPCTXYABEZHIKMNOPTYX'];
const isDigit = (code: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(code));

/** Every writing has its ten digits in one row. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (isDigit(code - value - 1)) value += 1;
  return String(value);
}

/** However a keyboard writes it, and however it is grouped on the document: "ab 12-34" is "AB1234". */
export const plainNumber = (typed: string): string =>
  typed
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Lm}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/\p{Nd}/gu, plainDigit)
    .replaceAll(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, (letter) => latin[drawnLike.indexOf(letter)] ?? letter);

/** Countries number their documents without asking each other. */
export const numberText = (country: string, idNumber: string): string => `${country} ${plainNumber(idNumber)}`;

/** Enough to know it again, too little to use it: "•••• 4567", and no more than a third of a short one. */
export function maskNumber(idNumber: string): string {
  const plain = plainNumber(idNumber);
  return `•••• ${plain.slice(-Math.min(4, Math.floor(plain.length / 3)))}`;
}

export const maskAddress = (address: string): string => (address.length > 12 ? `${address.slice(0, 4)}••••` : '••••');
