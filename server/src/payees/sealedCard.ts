/** What of a card lies in the database for nobody to read. */
import { createSecretBox, type SecretBox } from '../platform/secretBox';

export interface Card {
  readonly cardNumber: string;
  readonly holderName: string;
  readonly bankName: string;
}

export const createCardBox = (key: () => Promise<string>): SecretBox => createSecretBox(key, 'tessera cards');

/** Bound to the person: no row of somebody else stands in for his. */
const labelOf = (userId: number): string => `card of ${userId}`;

export const sealCard = (box: SecretBox, userId: number, card: Card): Promise<Buffer> =>
  box.seal(Buffer.from(JSON.stringify(card)), labelOf(userId));

/** Rejects with SealBroken when it was sealed under another key. */
export const openCard = async (box: SecretBox, userId: number, sealed: Buffer): Promise<Card> =>
  JSON.parse((await box.open(sealed, labelOf(userId))).toString()) as Card;
