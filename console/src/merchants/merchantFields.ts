/** What is asked of a merchant and of his offers, and how it is read back. */
import type { MerchantOffer, MerchantShown, OperationRequest } from '@tessera/shared/operations';
import { merchantsTexts as texts } from '../texts/merchants';
import type { AskedField } from './FieldsDialog';

type Values = Readonly<Record<string, string>>;
type State = MerchantShown['state'];

const { field } = texts;
const trimmed = (values: Values, name: string): string => (values[name] ?? '').trim();
const state = (initial: State): AskedField => ({ name: 'state', label: field.state, initial, options: texts.states });

export const merchantFields = (merchant?: MerchantShown): readonly AskedField[] => [
  { name: 'name', label: field.name, initial: merchant?.name ?? '' },
  ...(merchant === undefined ? [{ name: 'asset', label: field.asset, initial: 'USDT' }] : []),
  { name: 'limit', label: field.limit, initial: merchant?.limit ?? '' },
  state(merchant?.state ?? 'open'),
];
export const readMerchant = (values: Values, merchant?: MerchantShown) => ({
  ...(merchant === undefined ? {} : { id: merchant.id }),
  name: trimmed(values, 'name'),
  asset: merchant?.asset ?? trimmed(values, 'asset'),
  limit: trimmed(values, 'limit'),
  state: values['state'] as State,
});

export const wayFields: readonly AskedField[] = [
  { name: 'currency', label: field.currency },
  { name: 'name', label: field.wayName },
  { name: 'holder', label: field.holder },
  { name: 'account', label: field.account },
  { name: 'bank', label: field.bank, isOptional: true },
  { name: 'note', label: field.note, isOptional: true },
];
export const readWay = (id: string, values: Values): OperationRequest<'merchantsWay'> => ({
  id,
  currency: trimmed(values, 'currency'),
  name: trimmed(values, 'name'),
  holder: trimmed(values, 'holder'),
  account: trimmed(values, 'account'),
  bank: trimmed(values, 'bank'),
  note: trimmed(values, 'note'),
});

export const offerFields = (offer?: MerchantOffer): readonly AskedField[] => [
  ...(offer === undefined ? [{ name: 'currency', label: field.currency }] : []),
  { name: 'price', label: field.price, initial: offer?.price ?? '' },
  { name: 'min', label: field.min, initial: offer?.min ?? '' },
  { name: 'max', label: field.max, initial: offer?.max ?? '' },
  { name: 'minutes', label: field.minutes, initial: String(offer?.minutes ?? 15) },
  { name: 'available', label: field.available, initial: offer?.available ?? '' },
  state(offer?.state ?? 'open'),
];
export const readOffer = (id: string, values: Values, offer?: MerchantOffer): OperationRequest<'merchantsOffer'> => ({
  id,
  ...(offer === undefined ? {} : { offerId: offer.id, seenAvailable: offer.available }),
  currency: offer?.currency ?? trimmed(values, 'currency'),
  price: trimmed(values, 'price'),
  min: trimmed(values, 'min'),
  max: trimmed(values, 'max'),
  minutes: Number(trimmed(values, 'minutes')),
  available: trimmed(values, 'available'),
  state: values['state'] as State,
});

export const settlementFields: readonly AskedField[] = [
  { name: 'amount', label: field.amount },
  { name: 'network', label: field.network, initial: 'tron' },
  { name: 'transaction', label: field.transaction },
];
export const readSettlement = (id: string, values: Values): OperationRequest<'merchantsSettle'> => ({
  id,
  amount: trimmed(values, 'amount'),
  network: trimmed(values, 'network'),
  transaction: trimmed(values, 'transaction'),
});
