/** An asset on a network over which it comes in and goes out, with the terms of both: catalogue, not code. */
import type { Amount } from '@tessera/shared/money';

/** How its addresses are written. */
export type AddressKind = 'bitcoin' | 'evm' | 'tron';

export interface AssetNetwork {
  readonly asset: string;
  /** "tron". */
  readonly network: string;
  /** "Tron (TRC-20)": shown as it is, in every language. */
  readonly name: string;
  readonly addressKind: AddressKind;
  /** As the nodes of its chain name it (EIP-155); undefined: no program reads it. */
  readonly chainId: number | undefined;
  /** Of the token there, as its network writes it, on Ethereum in small letters; undefined: the network's own coin. */
  readonly tokenContract: string | undefined;
  /** Digits behind the point of the smallest unit there; undefined where nobody said so. */
  readonly decimals: number | undefined;
  readonly hasTopUp: boolean;
  readonly hasWithdrawal: boolean;
  readonly topUpMin: Amount;
  /** Blocks on top of the one that holds the payment. */
  readonly confirmations: number;
  /** How long that usually takes. */
  readonly minutes: number;
  readonly withdrawalMin: Amount;
  readonly withdrawalMax: Amount;
  /** A sum, taken out of what is asked for. */
  readonly withdrawalFee: Amount;
}
