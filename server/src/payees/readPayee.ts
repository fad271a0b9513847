/** What a person typed, as the payee that it would be. */
import { payeeLimits, type EndpointRequest } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { Catalog } from '../catalog/Catalog';
import { addressOn } from './addressOn';
import { cardNumberOf } from './cardNumber';
import { maskedAddress } from './maskedAddress';
import type { Card } from './sealedCard';

interface ReadWallet {
  readonly kind: 'wallet';
  readonly asset: string;
  readonly network: string;
  readonly address: string;
  readonly label: string;
  readonly masked: string;
}
interface ReadCard {
  readonly kind: 'bank_card';
  readonly card: Card;
  readonly label: string;
  readonly masked: string;
}
export type ReadPayee = ReadWallet | ReadCard;

type Field = 'asset' | 'network' | 'address' | 'cardNumber' | 'holderName' | 'bankName' | 'label';
type Typed = Pick<EndpointRequest<'payeeSave'>, 'kind' | Field>;

/** What steers a terminal or turns the direction of the text around it: these words are shown beside an address. */
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const steering = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu;
const oneLine = (text: string): string => text.replaceAll(steering, ' ').replaceAll(/\s+/g, ' ').trim();

function given(typed: Typed, field: Field): string {
  const text = oneLine(typed[field] ?? '');
  if (text === '') throw new AppError('PARAMETER_MISSING', { params: { field } });
  return text;
}

async function readWallet({ networks }: Pick<Catalog, 'networks'>, typed: Typed): Promise<ReadWallet> {
  const [asset, network, written] = [given(typed, 'asset'), given(typed, 'network'), given(typed, 'address')];
  const terms = networks().find((one) => one.asset === asset && one.network === network);
  if (terms === undefined) throw new AppError('PARAMETER_WRONG', { params: { field: 'network' } });
  if (!terms.hasWithdrawal) throw new AppError('FEATURE_NOT_OPEN');
  const address = await addressOn(terms.addressKind, written);
  if (address === undefined) throw new AppError('WITHDRAWAL_ADDRESS_WRONG', { params: { network: terms.name } });
  const label = oneLine(typed.label ?? '');
  return { kind: 'wallet', asset, network, address, label: label === '' ? terms.name : label, masked: maskedAddress(address) };
}

function readCard(typed: Typed): ReadCard {
  const cardNumber = cardNumberOf(given(typed, 'cardNumber'));
  if (cardNumber === undefined) throw new AppError('WITHDRAWAL_CARD_WRONG');
  const card = { cardNumber, holderName: given(typed, 'holderName'), bankName: given(typed, 'bankName') };
  const label = oneLine(typed.label ?? '');
  return {
    kind: 'bank_card',
    card,
    label: label === '' ? card.bankName.slice(0, payeeLimits.label) : label,
    masked: `•••• ${cardNumber.slice(-4)}`,
  };
}

/**
 * Throws PARAMETER_MISSING and PARAMETER_WRONG with the `field`, FEATURE_NOT_OPEN for a network over which nothing leaves now,
 * WITHDRAWAL_ADDRESS_WRONG with the `network`'s name, and WITHDRAWAL_CARD_WRONG.
 */
export const readPayee = async (catalog: Pick<Catalog, 'networks'>, typed: Typed): Promise<ReadPayee> =>
  typed.kind === 'wallet' ? readWallet(catalog, typed) : readCard(typed);
