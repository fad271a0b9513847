/** Tables of the sender (migration 0398). Sums on a chain are integer text. */
import type { Address, Hash, Hex } from 'viem';

export interface SenderTables {
  payoutSending: PayoutSendingTable;
  payoutTransaction: PayoutTransactionTable;
  payoutWait: { payoutId: number; why: PayoutWait; sinceMs: number };
}

/** Why it has not begun: the wallet is short, the fee is above the limit, the chain would refuse it. */
export type PayoutWait = 'funds' | 'fee' | 'refused';
/** `lost`: another transaction has its nonce. */
export type SendingState = 'live' | 'paid' | 'failed' | 'lost';

export interface PayoutSendingTable {
  payoutId: number;
  network: string;
  address: Address;
  nonce: number;
  state: SendingState;
  epoch: number;
  takenAtMs: number;
  lookedAtMs: number;
  transaction: Hash | null;
  blockNumber: number | null;
  blockHash: Hash | null;
  confirmations: number | null;
  confirmationsNeeded: number;
  gasPaid: string | null;
  endedAtMs: number | null;
}

export interface PayoutTransactionTable {
  hash: Hash;
  payoutId: number;
  raw: Hex;
  maxFee: string;
  priorityFee: string;
  gasLimit: number;
  epoch: number;
  storedAtMs: number;
}
