/** What of an application lies in the database for nobody to read: the document's number and the address. */
import { createSecretBox, SealBroken, type SecretBox } from '../platform/secretBox';

export interface SealedDetails {
  readonly idNumber: string;
  /** Empty: not said. */
  readonly address: string;
}

export const createDetailsBox = (key: () => Promise<string>): SecretBox => createSecretBox(key, 'tessera identities');

/** Bound to the person: no row of somebody else stands in for his. */
const labelOf = (userId: number): string => `identity of ${userId}`;

export const sealDetails = (box: SecretBox, userId: number, details: SealedDetails): Promise<Buffer> =>
  box.seal(Buffer.from(JSON.stringify(details)), labelOf(userId));

/** undefined: it was sealed under another key. */
export async function openDetails(box: SecretBox, userId: number, sealed: Buffer): Promise<SealedDetails | undefined> {
  try {
    return JSON.parse((await box.open(sealed, labelOf(userId))).toString()) as SealedDetails;
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}
