/** Tables of this module (migrations 0388, 0390, 0391 and 0401). Sums are decimal text. */
import type { ColumnType, Generated } from 'kysely';
import type { TopUpMethod, TopUpStatus } from '@tessera/shared/contract';

export interface TopUpTables {
  topupTerm: TopUpTermTable;
  depositAddress: DepositAddressTable;
  depositKey: DepositKeyTable;
  topup: TopUpTable;
}

export interface TopUpTermTable {
  method: TopUpMethod;
  asset: string;
  sinceVersion: number;
  untilVersion: number | null;
  hasTopup: boolean;
  topupMin: string;
  topupMax: string;
  turnoverFactor: string;
  reviewFrom: string | null;
}

/** Nobody but add_deposit_addresses() and add_derived_address() writes one; a listed one is given to a person here. */
export interface DepositAddressTable {
  id: ColumnType<number, never, never>;
  network: ColumnType<string, never, never>;
  address: ColumnType<string, never, never>;
  addedBy: ColumnType<number | null, never, never>;
  addedAtMs: ColumnType<number, never, never>;
  confirmedBy: ColumnType<number | null, never, never>;
  confirmedAtMs: ColumnType<number | null, never, never>;
  userId: number | null;
  givenAtMs: number | null;
  keyId: ColumnType<number | null, never, never>;
  keyIndex: ColumnType<number | null, never, never>;
  keyTweak: ColumnType<string | null, never, never>;
}

export interface DepositKeyTable {
  id: Generated<number>;
  network: string;
  fingerprint: string;
  publicKey: string;
  recordSeq: number;
  nextIndex: Generated<number>;
  publishedAtMs: number;
}

export interface TopUpTable {
  id: Generated<number>;
  publicId: string;
  userId: number;
  method: TopUpMethod;
  asset: string;
  network: string | null;
  addressId: number | null;
  amount: string;
  worth: string;
  turnoverNeed: string;
  catalogVersion: number;
  uploadIds: string[];
  status: Generated<TopUpStatus>;
  reason: Generated<string | null>;
  askedAtMs: number;
  decidedAtMs: Generated<number | null>;
  reversedAtMs: Generated<number | null>;
  /** Nobody asked: a chain brought it. */
  byChain: Generated<boolean>;
}
