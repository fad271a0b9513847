/** What the console knows of kinds of reviews. One that it does not know is shown and decided all the same. */
import type { IdentityField } from '@tessera/shared/contract';

export interface PickedReason {
  readonly text: string;
  /** What the person has to do again because of it. */
  readonly fields: readonly string[];
}

export interface ShownKind {
  readonly title: string;
  /** What a rejection may ask to be done again. */
  readonly fields: readonly string[];
  readonly reasons: readonly PickedReason[];
}

const identity = (
  title: string,
  fields: readonly IdentityField[],
  reasons: readonly (readonly [string, ...IdentityField[]])[],
) => ({
  title,
  fields,
  reasons: reasons.map(([text, ...again]) => ({ text, fields: again })),
});

const kinds: Readonly<Record<string, ShownKind>> = {
  identity_primary: identity(
    'Identity, first step',
    ['country', 'firstName', 'lastName', 'idType', 'idNumber', 'address'],
    [
      ['The name is not a full name as on a document.', 'firstName', 'lastName'],
      ['The number is not one of the document that was chosen.', 'idType', 'idNumber'],
      ['The address is not complete: street, number, place and country are needed.', 'address'],
      ['The country is not the one of the document.', 'country'],
    ],
  ),
  identity_advanced: identity(
    'Identity, documents',
    ['frontUploadId', 'backUploadId'],
    [
      ['The picture is not sharp enough to be read.', 'frontUploadId', 'backUploadId'],
      ['A part of the document is not in the picture.', 'frontUploadId', 'backUploadId'],
      ['The back of the document is missing.', 'backUploadId'],
      ['The document has run out.', 'frontUploadId', 'backUploadId'],
      ['The document does not say what the first step says.', 'frontUploadId', 'backUploadId'],
    ],
  ),
  withdrawal: {
    title: 'Withdrawal',
    fields: [],
    reasons: [
      'The address belongs to somebody whom we do not pay.',
      'The account has to be looked at before money leaves. Please write to customer service.',
    ].map((text) => ({ text, fields: [] })),
  },
  merchant_order: {
    title: 'Order of a merchant',
    fields: [],
    reasons: [
      { text: 'The merchant has not received a payment for this order.', fields: [] },
      { text: 'The payment came from an account in another name. The merchant sends it back.', fields: [] },
    ],
  },
  merchant_dispute: {
    title: 'Dispute with a merchant',
    fields: [],
    reasons: [
      { text: 'The payment could not be found. If you have further proof of it, please write to customer service.', fields: [] },
      { text: 'The payment came from an account in another name. The merchant sends it back.', fields: [] },
    ],
  },
  treasure: {
    title: 'Interest Treasure',
    fields: [],
    reasons: [
      { text: 'We need to know where the money comes from. Please write to customer service.', fields: [] },
      { text: 'The product does not take more at present.', fields: [] },
    ],
  },
  loan: {
    title: 'Loan',
    fields: [],
    reasons: [{ text: 'We need to know more before we lend. Please write to customer service.', fields: [] }],
  },
  topup: {
    title: 'Top-up',
    fields: [],
    reasons: [
      { text: 'Nothing has come to the address that you were shown.', fields: [] },
      { text: 'Another amount has come. Please ask anew with the amount that you sent.', fields: [] },
      { text: 'The picture does not show the payment.', fields: [] },
    ],
  },
};

export const kindShown = (kind: string): ShownKind =>
  kinds[kind] ?? { title: kind.replaceAll('_', ' '), fields: [], reasons: [] };
