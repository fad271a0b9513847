/** Where a merchant is paid: in the database for nobody to read. */
import { createSecretBox, type SecretBox } from '../platform/secretBox';

export interface PayTo {
  /** The account's, as his bank knows him. */
  readonly holder: string;
  readonly account: string;
  readonly bank: string;
  readonly note: string;
}

export const createWayBox = (key: () => Promise<string>): SecretBox => createSecretBox(key, 'tessera merchants');

/** Bound to the merchant: no row of another stands in for his. */
const labelOf = (merchantId: number): string => `way of merchant ${merchantId}`;

export const sealWay = (box: SecretBox, merchantId: number, { holder, account, bank, note }: PayTo): Promise<Buffer> =>
  box.seal(Buffer.from(JSON.stringify({ holder, account, bank, note })), labelOf(merchantId));

/** Rejects with SealBroken when it was sealed under another key. */
export const openWay = async (box: SecretBox, merchantId: number, sealed: Buffer): Promise<PayTo> =>
  JSON.parse((await box.open(sealed, labelOf(merchantId))).toString()) as PayTo;
