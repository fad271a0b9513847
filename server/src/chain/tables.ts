/** Tables of this module (migration 0390). Sums are decimal text; those in smallest units are whole. */
import type { ColumnType, Generated } from 'kysely';
import type { ChainProblemKind } from './ChainProblem';

export interface ChainTables {
  chainCursor: { network: string; epoch: number; blockNumber: number; blockHash: string; movedAtMs: number };
  chainBlock: { network: string; number: number; hash: string };
  chainLook: ChainLookTable;
  chainDeposit: ChainDepositTable;
}

export interface ChainLookTable {
  network: string;
  lookedAtMs: number;
  agreedAtMs: number | null;
  headNumber: number | null;
  problemKind: ChainProblemKind | null;
  problem: string | null;
  problemSinceMs: number | null;
  /** Written as text. */
  endpoints: ColumnType<readonly LookedEndpoint[], string, string>;
}
export interface LookedEndpoint {
  readonly host: string;
  readonly height: string | null;
  readonly problem: string | null;
}

/**
 * `confirming`: in the chain, not credited yet. `gone`: a reorganisation took it out before that. `lost`: it did not come again. `final`: handed
 * over, to the book or to operators. `missing`: taken out after that. `taken_back`: and booked back; `owed`: which the balance did not allow.
 * `unmatched`: for nobody, kept for operators.
 */
export type DepositState = 'confirming' | 'gone' | 'lost' | 'final' | 'missing' | 'taken_back' | 'owed' | 'unmatched';
/** Of an unmatched one: the address is nobody's; it came from another address of ours; it is less, or more, than the book can hold. */
export type UnmatchedWhy = 'nobody' | 'own' | 'tiny' | 'vast';

export interface ChainDepositTable {
  id: Generated<number>;
  network: string;
  txid: string;
  /** -1: the network's own coin. */
  logIndex: number;
  blockNumber: number;
  blockHash: string;
  sender: string;
  addressId: number;
  userId: number | null;
  asset: string;
  raw: string;
  decimals: number;
  amount: string;
  rest: string;
  state: DepositState;
  why: UnmatchedWhy | null;
  topupId: number | null;
  seenAtMs: number;
  movedAtMs: number;
  goneAtBlock: number | null;
}
